/** Windows and tables narrower than this have the layout of a phone; the same as in the style sheets. */
export const phoneWidth = 560
