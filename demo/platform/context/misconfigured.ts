/** An unusable setting. The message is the one sentence that the operator reads. */
export class Misconfigured extends Error {}
