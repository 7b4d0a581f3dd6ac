package tfrecord

import "google.golang.org/protobuf/encoding/protowire"

// Fields calls each with the fields of a message of protocol buffers in order, as subslices: the contents of a string,
// bytes or a message within, the encoding of any other value (protowire.ConsumeVarint and so on). It returns the error
// of a message that is cut or damaged, or that of each.
func Fields(message []byte, each func(number protowire.Number, kind protowire.Type, value []byte) error) error {
	for len(message) > 0 {
		number, kind, n := protowire.ConsumeTag(message)
		if n < 0 {
			return protowire.ParseError(n)
		}
		message = message[n:]
		if n = protowire.ConsumeFieldValue(number, kind, message); n < 0 {
			return protowire.ParseError(n)
		}
		value := message[:n]
		if kind == protowire.BytesType {
			value, _ = protowire.ConsumeBytes(value)
		}
		if err := each(number, kind, value); err != nil {
			return err
		}
		message = message[n:]
	}
	return nil
}
