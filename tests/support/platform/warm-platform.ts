import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { HostOrder, HostReply } from './host.ts'

const hostFile = fileURLToPath(new URL('./host.ts', import.meta.url))
const replyMs = 90_000

interface Host {
  readonly child: ChildProcess
  /** Everything the open platform printed. */
  text: string
}

/** Hosts without an open platform. A worker usually has one; a file that opens two platforms at once makes a second. */
const idle: Host[] = []

function newHost(): Host {
  const child = spawn(process.execPath, ['--import', 'tsx', hostFile], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const host: Host = { child, text: '' }
  const keep = (chunk: Buffer) => {
    host.text += chunk
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  // The worker ends when its tests are done, not when its hosts are.
  child.unref()
  child.channel?.unref()
  for (const stream of [child.stdout, child.stderr]) (stream as { unref?: () => void } | null)?.unref?.() // a pipe of a child is a socket
  return host
}

function order(host: Host, message: HostOrder): Promise<void> {
  return new Promise((resolve, reject) => {
    const { child } = host
    const settle = (problem?: string) => {
      clearTimeout(timer)
      child.off('message', onReply)
      child.off('exit', onExit)
      if (problem === undefined) resolve()
      else reject(new Error(`${problem}\n${host.text}`))
    }
    const onReply = (reply: HostReply) => settle(reply.kind === 'failed' ? reply.text : undefined)
    const onExit = (code: number | null) => settle(`The process of the platform ended with ${code}.`)
    const timer = setTimeout(settle, replyMs, `The platform did not ${message.kind} in time.`)
    child.once('message', onReply)
    child.once('exit', onExit)
    child.send(message)
  })
}

export interface WarmPlatform {
  readonly output: () => string
  close(): Promise<void>
}

/** Opens a platform in a process that has loaded the code already, and gives that process back when the platform closes. */
export async function openWarm(args: readonly string[], env: Record<string, string>): Promise<WarmPlatform> {
  const host = idle.pop() ?? newHost()
  host.text = ''
  await order(host, { kind: 'open', args, env }).catch((error) => {
    host.child.kill('SIGKILL')
    throw error
  })
  return {
    output: () => host.text,
    close: async () => {
      await order(host, { kind: 'close' })
      idle.push(host)
    },
  }
}
