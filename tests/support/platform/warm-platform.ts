import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { HostOrder, HostReply } from './host.ts'
import { programArguments } from './programs.ts'

const replyMs = 90_000

interface Host {
  readonly child: ChildProcess
  /** The output of the open platform. */
  text: string
}

function newHost(program: readonly string[]): Host {
  const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const host: Host = { child, text: '' }
  const keep = (chunk: Buffer) => {
    host.text += chunk
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  // The worker ends with its tests, even if hosts still run.
  child.unref()
  child.channel?.unref()
  for (const stream of [child.stdout, child.stderr]) (stream as { unref?: () => void } | null)?.unref?.() // a pipe of a child is a socket
  return host
}

function order(host: Host, message: HostOrder): Promise<HostReply['kind']> {
  return new Promise((resolve, reject) => {
    const { child } = host
    const settle = (reply: HostReply) => {
      clearTimeout(timer)
      child.off('message', settle)
      child.off('exit', onExit)
      if (reply.kind === 'failed') reject(new Error(`${reply.text}\n${host.text}`))
      else resolve(reply.kind)
    }
    const fail = (text: string) => settle({ kind: 'failed', text })
    const onExit = (code: number | null) => fail(`The process of the platform ended with ${code}.`)
    const timer = setTimeout(fail, replyMs, `The platform did not ${message.kind} in time.`)
    child.once('message', settle)
    child.once('exit', onExit)
    child.send(message)
  })
}

export interface WarmPlatform {
  readonly output: () => string
  close(): Promise<void>
}

/** Kills a host that cannot be used again, with everything its platform left open. */
async function end({ child }: Host) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Opens platforms in processes that have already loaded the code. `program` returns the arguments with which Node runs a host. */
export function warmPlatforms(program: () => Promise<readonly string[]>) {
  /** Hosts without an open platform. A worker usually has one; a file that opens two platforms at once adds a second. */
  const idle: Host[] = []
  /** A host whose order fails is killed, so that later files do not get its leftovers. */
  const obey = (host: Host, message: HostOrder) =>
    order(host, message).catch(async (error) => {
      await end(host)
      throw error
    })
  return async (args: readonly string[], env: Record<string, string>): Promise<WarmPlatform> => {
    const host = idle.pop() ?? newHost(await program())
    host.text = ''
    await obey(host, { kind: 'open', args, env })
    return {
      output: () => host.text,
      close: async () => {
        if ((await obey(host, { kind: 'close' })) === 'closed') idle.push(host)
        else await end(host)
      },
    }
  }
}

/** Opens a platform in a process that has already loaded the code; closing the platform returns the process. */
export const openWarm = warmPlatforms(() => programArguments('tests/support/platform/host.ts'))
