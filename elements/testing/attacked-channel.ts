/** A test double of MessagePort. It delivers synchronously, even after `close()`. */
export class AttackedPort {
  onmessage: ((event: { data: unknown }) => void) | null = null
  other: AttackedPort | undefined
  readonly #onThrown: (error: unknown) => void

  constructor(onThrown: (error: unknown) => void) {
    this.#onThrown = onThrown
  }

  postMessage(data: unknown) {
    const copy = structuredClone(data)
    try {
      this.other?.onmessage?.({ data: copy })
    } catch (error) {
      this.#onThrown(error)
    }
  }

  /** Does nothing: a message can be in transit when a real port closes, so a host must not rely on closing. */
  close() {}
}

/** Creates a MessageChannel class whose ports report the exceptions of their listeners. */
export function attackedChannel(onThrown: (error: unknown) => void) {
  return class AttackedChannel {
    readonly port1 = new AttackedPort(onThrown)
    readonly port2 = new AttackedPort(onThrown)
    constructor() {
      this.port1.other = this.port2
      this.port2.other = this.port1
    }
  }
}
