//go:build goexperiment.simd

#include "textflag.h"

// CONSTANTS reads those of wideColour. Z23 are the words, Z24 and Z25 the bytes, Z26 the coefficients, Z27 ones, Z28
// to Z30 the scale, and Z31 the order.
#define CONSTANTS           \
	VMOVDQU32 (AX), Z23     \
	VMOVDQU32 64(AX), Z24   \
	VMOVDQU32 128(AX), Z25  \
	VMOVDQU32 192(AX), Z26  \
	VMOVDQU32 256(AX), Z27  \
	VMOVUPS   320(AX), Z28  \
	VMOVUPS   384(AX), Z29  \
	VMOVUPS   448(AX), Z30  \
	VMOVDQU32 512(AX), Z31

// STORE scales the sums of colours in Z1, see scaled, and writes them: s -> s high + s low - middle.
#define STORE                \
	VPMADDWD    Z27, Z1, Z1  \
	VCVTDQ2PS   Z1, Z1       \
	VMULPS      Z29, Z1, Z2  \
	VFMADD231PS Z28, Z1, Z2  \
	VSUBPS      Z30, Z2, Z2  \
	VPERMPS     Z2, Z31, Z2  \
	VMOVUPS     Z2, (DX)

#define ARGUMENTS            \
	MOVQ z+0(FP), DI         \
	MOVQ picture+8(FP), SI   \
	MOVQ rows+16(FP), BX     \
	MOVQ vectors+24(FP), R8  \
	MOVQ line+32(FP), R9     \
	MOVQ stride+40(FP), R10  \
	MOVQ c+48(FP), AX

// func cutWide(z *float32, picture *uint8, rows, vectors, line, stride int, c *wideColour)
TEXT ·cutWide(SB), NOSPLIT, $0-56
	ARGUMENTS
	CONSTANTS

row:
	MOVQ DI, DX
	MOVQ SI, R11
	MOVQ R8, CX

pixels:
	VBROADCASTI32X4 (R11), Z1
	VPSHUFB         Z24, Z1, Z1
	VPMADDUBSW      Z26, Z1, Z1
	STORE
	ADDQ $48, DX
	ADDQ $12, R11
	DECQ CX
	JNZ  pixels

	ADDQ R10, DI
	ADDQ R9, SI
	DECQ BX
	JNZ  row
	VZEROUPPER
	RET

// func cutWidePooled(z *float32, picture *uint8, rows, vectors, line, stride int, c *wideColour)
TEXT ·cutWidePooled(SB), NOSPLIT, $0-56
	ARGUMENTS
	CONSTANTS

row:
	MOVQ DI, DX
	MOVQ SI, R11
	MOVQ R8, CX

pixels:
	VMOVDQU    (R11), Y1
	VMOVDQU    (R11)(R9*1), Y3
	VPERMD     Z1, Z23, Z1
	VPERMD     Z3, Z23, Z3
	VPSHUFB    Z25, Z1, Z2
	VPSHUFB    Z24, Z1, Z1
	VPSHUFB    Z25, Z3, Z4
	VPSHUFB    Z24, Z3, Z3
	VPMADDUBSW Z26, Z1, Z1
	VPMADDUBSW Z26, Z2, Z2
	VPMADDUBSW Z26, Z3, Z3
	VPMADDUBSW Z26, Z4, Z4
	VPADDW     Z2, Z1, Z1
	VPADDW     Z4, Z3, Z3
	VPADDW     Z3, Z1, Z1
	STORE
	ADDQ $48, DX
	ADDQ $24, R11
	DECQ CX
	JNZ  pixels

	ADDQ R10, DI
	LEAQ (SI)(R9*2), SI
	DECQ BX
	JNZ  row
	VZEROUPPER
	RET
