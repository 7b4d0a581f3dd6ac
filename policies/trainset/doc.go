// Package trainset prepares demonstrations for training: it reads a dataset in any format, draws the pictures that a
// policy needs and the dataset lacks, and encodes them.
//
// Pictures of many demonstrations take gigabytes, 141 kB a frame, while their features take a thousandth of that.
// So pictures are drawn and encoded one demonstration at a time and then dropped, unless the encoder is to be
// trained too.
//
// The package does not train.
package trainset
