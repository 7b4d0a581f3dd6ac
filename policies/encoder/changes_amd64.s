//go:build goexperiment.simd

#include "textflag.h"

// FOLD adds the bits in which 32 bytes differ to those of dst.
#define FOLD(at, lane)               \
	VMOVDQU at(SI)(AX*1), lane       \
	VPXOR   at(DX)(AX*1), lane, lane \
	VPOR    at(DI)(AX*1), lane, lane \
	VMOVDQU lane, at(DI)(AX*1)

// func foldRows(dst, a, b *uint8, line, rows int)
TEXT ·foldRows(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DI
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), DX
	MOVQ line+24(FP), CX
	MOVQ rows+32(FP), BX
	LEAQ -64(CX), R8         // the last column at which two vectors fit

row:
	XORQ AX, AX

columns:
	PREFETCHT0 4096(DX)(AX*1)
	FOLD(0, Y0)
	FOLD(32, Y1)
	ADDQ $64, AX
	CMPQ AX, R8
	JLT  columns

	MOVQ R8, AX              // overlaps the columns before
	FOLD(0, Y0)
	FOLD(32, Y1)
	ADDQ CX, SI
	ADDQ CX, DX
	DECQ BX
	JNZ  row
	VZEROUPPER
	RET
