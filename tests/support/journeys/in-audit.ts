/** A journey of the audit: it needs the whole product, but a cheaper test or another journey guards the same in `npm test`. */
export const inAudit = { tag: '@audit' } as const // not any text
