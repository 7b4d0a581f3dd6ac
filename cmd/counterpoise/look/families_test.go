package look

// Tests of this package run commands of another family, too.
import _ "counterpoise/cmd/counterpoise/demos"
