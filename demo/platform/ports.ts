import type { Configuration } from './configuration.ts'
import { Misconfigured } from './context/misconfigured.ts'
import { type Listener, type Listening, listen } from './http/listen.ts'

/** A listening port. It answers 503 "Starting" until `open` sets the real listener. */
export interface Port extends Listening {
  open(listener: Listener): void
}

const starting: Listener = (_, response) => response.writeHead(503, { 'Content-Type': 'text/plain', 'Retry-After': '2' }).end('Starting')

function refusal(error: NodeJS.ErrnoException, port: number, host: string): Error {
  if (error.code === 'EADDRINUSE')
    return new Misconfigured(`Port ${port} is taken; choose another with --port, such as --port ${port + 10}.`)
  if (error.code === 'EACCES') return new Misconfigured(`Port ${port} needs more privileges; choose a port above 1023 with --port.`)
  if (error.code === 'EADDRNOTAVAIL') return new Misconfigured(`HOST ${host} is not a network address of this machine.`)
  return error
}

async function take(port: number, host: string): Promise<Port> {
  let current = starting
  const listening = await listen((request, response) => current(request, response), port, host).catch((error) => {
    throw refusal(error, port, host)
  })
  return { ...listening, open: (listener) => (current = listener) }
}

/** Takes the configured port and the next one for the second origin; with port 0, two free ports. */
export async function listenOnPorts({ port, host }: Configuration): Promise<[first: Port, second: Port]> {
  const first = await take(port, host)
  return [first, await take(port === 0 ? 0 : port + 1, host)]
}
