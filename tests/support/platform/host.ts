// The process of a warm platform: it loads the code once and opens one platform after another.
import { shutDown, startSite } from '../../../demo/open-site.ts'
import { configurationOf } from '../../../demo/platform/configuration.ts'

export type HostOrder =
  | { readonly kind: 'open'; readonly args: readonly string[]; readonly env: Record<string, string> }
  | { readonly kind: 'close' }
/** A platform is stuck when a part of it has not ended in time. */
export type HostReply = { readonly kind: 'opened' | 'closed' | 'stuck' } | { readonly kind: 'failed'; readonly text: string }

const say = (text: string) => process.stdout.write(`${text}\n`)
const reply = (message: HostReply) => process.send?.(message)
let close: (() => Promise<boolean>) | undefined

async function open(args: readonly string[], env: Record<string, string>) {
  const ends: Parameters<typeof shutDown>[0] = []
  const ending = new AbortController()
  close = async () => {
    ending.abort()
    return shutDown(ends)
  }
  await startSite(configurationOf([...args], { ...process.env, ...env }), ends, ending.signal, say)
}

async function obey(order: HostOrder): Promise<HostReply> {
  if (order.kind === 'open') {
    await open(order.args, order.env)
    return { kind: 'opened' }
  }
  const isClosed = (await close?.()) ?? true
  close = undefined
  return { kind: isClosed ? 'closed' : 'stuck' }
}

process.on('message', (order: HostOrder) => {
  obey(order).then(reply, (error: Error) => reply({ kind: 'failed', text: error.stack ?? error.message }))
})
process.on('disconnect', () => process.exit(0))
