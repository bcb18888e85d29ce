import type { Socket } from 'node:net'

export interface SmtpReply {
  readonly code: number
  /** What stands behind the code, a line each. */
  readonly lines: readonly string[]
}

/** The server answered with another code than the one that fits. */
export class SmtpRefusal extends Error {
  constructor(
    readonly code: number,
    readonly command: string,
    text: string,
  ) {
    super(`The mail server answered ${code} to ${command}: ${text.slice(0, 200)}`)
  }
}

const longestReply = 65_536

/** One question and one answer at a time over a connection. */
export class SmtpDialogue {
  readonly #socket: Socket
  #text = ''
  #problem: Error | undefined
  #wake: () => void = () => {}
  readonly #onData = (chunk: Buffer) => {
    this.#text += chunk.toString('latin1')
    if (this.#text.length > longestReply) this.#problem = new Error('The mail server answers without an end')
    this.#wake()
  }
  readonly #onEnd = (error?: Error | boolean) => {
    this.#problem ??= error instanceof Error ? error : new Error('The mail server ended the conversation')
    this.#wake()
  }

  constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', this.#onData).on('error', this.#onEnd).on('close', this.#onEnd)
  }

  /** Says a command and waits for one of the codes that fit. */
  ask(command: string, ...codes: readonly number[]): Promise<SmtpReply> {
    this.#socket.write(`${command}\r\n`)
    return this.#fitting(command.split(' ')[0]?.slice(0, 8) ?? '', codes)
  }

  /** Waits for what the server says by itself. */
  expect(code: number): Promise<SmtpReply> {
    return this.#fitting('nothing', [code])
  }

  /** Lets go of the connection for TLS; what came before it in the open does not count. */
  release(): Socket {
    if (this.#text) throw new Error('The mail server spoke on before TLS')
    this.#socket.off('data', this.#onData).off('error', this.#onEnd).off('close', this.#onEnd)
    this.#socket.on('error', () => {})
    return this.#socket
  }

  end(command: string) {
    this.#socket.end(`${command}\r\n`)
  }

  break() {
    this.#socket.on('error', () => {}).destroy()
  }

  async #fitting(command: string, codes: readonly number[]): Promise<SmtpReply> {
    const reply = await this.#reply()
    if (!codes.includes(reply.code)) throw new SmtpRefusal(reply.code, command, reply.lines.join(' '))
    return reply
  }

  async #reply(): Promise<SmtpReply> {
    for (;;) {
      const [whole, last] = /^(?:\d{3}-[^\n]*\n)*(\d{3})(?: [^\n]*)?\r?\n/.exec(this.#text) ?? []
      if (whole !== undefined) {
        this.#text = this.#text.slice(whole.length)
        return {
          code: Number(last),
          lines: whole
            .trim()
            .split(/\r?\n/)
            .map((line) => line.slice(4)),
        }
      }
      if (this.#problem) throw this.#problem
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}
