// Package looks draws the scene in random looks, as other renderers and other cameras might show it: in other colours
// and another light, by cameras mounted a little otherwise, with shadows and noise laid over the pictures. What is
// learned from such pictures holds in the pictures of another program too (domain randomisation, Tobin et al. 2017,
// arXiv 1703.06907).
//
// The picture encoder's training samples are drawn so, and the demonstrations of policies with the setting Looks.
package looks
