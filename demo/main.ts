import { setTimeout as pause } from 'node:timers/promises'
import type { ShutdownSteps } from './open-site.ts'
import { configurationOf, help } from './platform/configuration.ts'
import { Misconfigured } from './platform/context/misconfigured.ts'
import { DatabaseLocked, NotDurable } from './platform/database/problems.ts'
import { farewell } from './welcome.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

/** Errors that the operator can fix print one sentence; all others print the stack. */
function fail(error: unknown): never {
  const isPlain = error instanceof Misconfigured || error instanceof DatabaseLocked || error instanceof NotDurable
  process.stderr.write(`${isPlain ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
}

async function main() {
  const configuration = configurationOf(process.argv.slice(2), process.env)
  if (configuration.isHelp) return say(help())
  // Loading the platform takes time; the help and a refused configuration are printed without it.
  const { shutDown, startSite } = await import('./open-site.ts')
  const ends: ShutdownSteps = []
  const ending = new AbortController()
  const { signal } = ending
  const end = () => {
    if (signal.aborted) return
    ending.abort()
    pause(configuration.drainMs)
      .then(() => shutDown(ends))
      .then(() => {
        say(farewell)
        process.exit(0)
      }, fail)
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  await startSite(configuration, ends, signal, say).catch(async (error) => {
    if (signal.aborted) return
    await shutDown(ends).catch(() => undefined)
    fail(error)
  })
}

main().catch(fail)
