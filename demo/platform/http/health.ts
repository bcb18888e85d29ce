import { setTimeout as pause } from 'node:timers/promises'
import type { OriginsFor } from './cors.ts'
import { Hono } from 'hono'
import type { Database } from '../database/database.ts'

const publicHeaders = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }
const preflightHeaders = {
  ...publicHeaders,
  'Access-Control-Allow-Methods': 'GET',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Max-Age': '600',
}

/** Browsers hide from a page why its request was refused. This public endpoint tells the page the reason and the remedy. */
async function originRefusal(origin: string | undefined, origins: OriginsFor) {
  if (!origin || (await origins(origin)).has(origin)) return {}
  const error = `Pages of ${origin.slice(0, 200)} are not allowed to call the platform. Ask the platform operator to add the origin.`
  return { refused: { code: 'origin_refused', error } }
}

const readyMs = 2000

/** Whether the database answers in time. One check is under way at most, so that those of a load balancer cannot take all connections. */
function readiness(database: Database) {
  let asked: Promise<boolean> | undefined
  const ask = () =>
    database
      .ping()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        asked = undefined
      })
  return async () => {
    asked ??= ask()
    const done = new AbortController()
    const late = pause(readyMs, false, { signal: done.signal }).catch(() => false)
    const isReachable = await Promise.race([asked, late])
    done.abort()
    return isReachable
  }
}

/**
 * /health says that the process runs. /ready says that the database answers and no shutdown has begun. Both are open to every
 * origin.
 */
export function healthOf(database: Database, origins: OriginsFor, ending?: AbortSignal) {
  const app = new Hono()
  const isReady = readiness(database)
  app.get('/health', async (context) => {
    const refusal = await originRefusal(context.req.header('origin'), origins)
    return context.json({ status: 'success', result: 'alive', ...refusal }, 200, { ...publicHeaders, Vary: 'Origin' })
  })
  app.get('/ready', async (context) => {
    return (await isReady()) && !ending?.aborted
      ? context.json({ status: 'success', result: 'ready' }, 200, publicHeaders)
      : context.json({ status: 'error' }, 503, publicHeaders)
  })
  app.options('/:name{health|ready}', (context) => context.body(null, 204, preflightHeaders))
  return app
}
