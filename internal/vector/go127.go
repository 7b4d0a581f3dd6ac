//go:build goexperiment.simd && amd64 && go1.27

package vector

import "simd/archsimd"

func LoadFloat64x2(p *[2]float64) archsimd.Float64x2    { return archsimd.LoadFloat64x2Array(p) }
func LoadFloat64x4(p *[4]float64) archsimd.Float64x4    { return archsimd.LoadFloat64x4Array(p) }
func LoadFloat32x4(p *[4]float32) archsimd.Float32x4    { return archsimd.LoadFloat32x4Array(p) }
func LoadFloat32x8(p *[8]float32) archsimd.Float32x8    { return archsimd.LoadFloat32x8Array(p) }
func LoadFloat32x16(p *[16]float32) archsimd.Float32x16 { return archsimd.LoadFloat32x16Array(p) }
func LoadInt32x4(p *[4]int32) archsimd.Int32x4          { return archsimd.LoadInt32x4Array(p) }
func LoadInt64x4(p *[4]int64) archsimd.Int64x4          { return archsimd.LoadInt64x4Array(p) }
func LoadInt8x16(p *[16]int8) archsimd.Int8x16          { return archsimd.LoadInt8x16Array(p) }
func LoadInt8x32(p *[32]int8) archsimd.Int8x32          { return archsimd.LoadInt8x32Array(p) }
func LoadUint8x16(p *[16]uint8) archsimd.Uint8x16       { return archsimd.LoadUint8x16Array(p) }
func LoadUint32x8(p *[8]uint32) archsimd.Uint32x8       { return archsimd.LoadUint32x8Array(p) }

func StoreFloat64x2(x archsimd.Float64x2, p *[2]float64)    { x.StoreArray(p) }
func StoreFloat64x4(x archsimd.Float64x4, p *[4]float64)    { x.StoreArray(p) }
func StoreFloat32x4(x archsimd.Float32x4, p *[4]float32)    { x.StoreArray(p) }
func StoreFloat32x8(x archsimd.Float32x8, p *[8]float32)    { x.StoreArray(p) }
func StoreFloat32x16(x archsimd.Float32x16, p *[16]float32) { x.StoreArray(p) }
func StoreInt32x4(x archsimd.Int32x4, p *[4]int32)          { x.StoreArray(p) }
func StoreInt64x4(x archsimd.Int64x4, p *[4]int64)          { x.StoreArray(p) }

func StorePartFloat32x8(x archsimd.Float32x8, to []float32)   { x.StorePart(to) }
func StorePartFloat32x16(x archsimd.Float32x16, to []float32) { x.StorePart(to) }

func Even(x, y archsimd.Float64x4) archsimd.Float64x4 { return x.ConcatPermuteScalarsGrouped(0, 2, y) }
func Odd(x, y archsimd.Float64x4) archsimd.Float64x4  { return x.ConcatPermuteScalarsGrouped(1, 3, y) }
func EvenOdd(x, y archsimd.Float64x4) archsimd.Float64x4 {
	return x.ConcatPermuteScalarsGrouped(0, 3, y)
}
func Low(x, y archsimd.Float64x4) archsimd.Float64x4  { return x.ConcatPermute128Scalars(0, 2, y) }
func High(x, y archsimd.Float64x4) archsimd.Float64x4 { return x.ConcatPermute128Scalars(1, 3, y) }

func AddPairs(x, y archsimd.Float64x4) archsimd.Float64x4 { return x.ConcatAddPairsGrouped(y) }

func BroadcastFirst(x archsimd.Float32x4) archsimd.Float32x8 {
	var wide archsimd.Float32x8
	var first archsimd.Uint32x8
	return wide.SetLo(x).Permute(first)
}
