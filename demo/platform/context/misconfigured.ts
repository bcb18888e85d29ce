/** Something in the configuration that cannot be used; its message is the one sentence that the operator reads. */
export class Misconfigured extends Error {}
