//go:build !(goexperiment.simd && amd64)

package physics

// speeds returns the relative velocities of a contact, see speedsPlain.
func (c *contact) speeds() (vn, v1, v2 float64) { return c.speedsPlain() }

// apply applies impulses to both parts of a contact, see applyPlain.
func (c *contact) apply(pn, p1, p2 float64) { c.applyPlain(pn, p1, p2) }

// addMasses adds the elements of Ĵ Ĵᵀ to k, see addMassesPlain.
func (j *jacobian) addMasses(k *[6]float64, n int32) { j.addMassesPlain(k, n) }

// row computes -(L⁻¹ S) (m, d), see rowPlain.
func (l *levers) row(row *slot, m, d Vec) { l.rowPlain(row, m, d) }

// advanceContacts moves the impulses of contacts by β p, see advanceContactsPlain.
func advanceContacts(contacts []contact, beta float64) { advanceContactsPlain(contacts, beta) }

// carry computes L⁻¹ S for the motions S of the first joints, see carryPlain.
func (l *levers) carry(inverse *[DOF]slot, joints []spatial) { l.carryPlain(inverse, joints) }

// invert fills inv with L⁻¹, see invertPlain.
func invert(l *[DOF][DOF]float64, inv *[DOF]slot) { invertPlain(l, inv) }

// applyTransposed computes x = Nᵀ y, see applyTransposedPlain.
func applyTransposed(n *[DOF]slot, y, x *slot) { applyTransposedPlain(n, y, x) }

// place computes the spatial inertias of links and hand at their poses, see placePlain.
func (s *solids) place(links *[Joints]Pose, hand *Pose, body *[Joints]rigid, handBody *rigid) {
	s.placePlain(links, hand, body, handBody)
}
