import { Hono } from 'hono'
import type { Database } from './database/open.ts'

const openly = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }
const asked = { ...openly, 'Access-Control-Allow-Methods': 'GET', 'Access-Control-Allow-Headers': '*', 'Access-Control-Max-Age': '600' }

/** Whether the server lives, and whether it can work; anyone may ask, from any page. */
export function healthOf(database: Database) {
  const app = new Hono()
  app.get('/health', (context) => context.json({ status: 'success', result: 'alive' }, 200, openly))
  app.get('/ready', async (context) => {
    const isReady = await database.ping().then(
      () => true,
      () => false,
    )
    return isReady ? context.json({ status: 'success', result: 'ready' }, 200, openly) : context.json({ status: 'error' }, 503, openly)
  })
  app.options('/:name{health|ready}', (context) => context.body(null, 204, asked))
  return app
}
