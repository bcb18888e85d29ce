/** One side of a channel under control; it delivers at once, and even after its end. */
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

  /** A message may be on its way when a port is closed, so that closing alone protects nobody. */
  close() {}
}

/** Makes channels that tell of every exception of who listens. */
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
