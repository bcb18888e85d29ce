import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { CompiledQuery } from 'kysely'
import type { Database } from '../../demo/platform/database/database.ts'

const person = `select user_id, email, user_name, json_build_object('id', locales.id, 'code', locales.code) as locale,
  (select coalesce(json_agg(role_id), '[]') from user_roles where user_roles.user_id = users.user_id) as roles,
  (select coalesce(json_agg(json_build_object('kind', kind, 'thing_id', thing_id)), '[]') from user_access where user_access.user_id = users.user_id) as access,
  (select coalesce(json_agg(user_activities), '[]') from user_activities where user_activities.user_id = users.user_id) as activities
  from users join locales on locales.id = locale_id where status = 'active' and email = $1`
const currencies = `(select coalesce(json_agg(currencies order by currency_id), '[]')
  from member_group_currencies join currencies using (currency_id) where member_group_currencies.member_group_id = member_groups.member_group_id)`
const clients = `select *, ${currencies} as currencies from member_groups where member_group_id = $1`
const allClients = `select *, ${currencies} as currencies from member_groups where member_group_id = any($1::int[]) order by member_group_id offset 0 limit 20`
const howMany = 'select count(*) as total from member_groups where member_group_id = any($1::int[])'
const theme = `select id, themes.member_group_id, font_family, primary_color, button_color, button_text_color,
  registration_enabled, sso_organization_id, sso_connection_id from themes join member_groups using (member_group_id) where themes.member_group_id = $1`
const channels = 'select channel_id, name from channels where member_group_id = $1 order by channel_id'
const rename = 'update member_groups set name = $1, version = $2 + 1 where member_group_id = $3 and version = $2 returning version'
const paint = 'update themes set font_family = $1, primary_color = $2, button_color = $3, button_text_color = $4 where member_group_id = $5'

/** Only the framework and the driver, with the same statements and without authentication. */
function bareApplication({ kysely }: Database) {
  const app = new Hono()
  const ask = async (text: string, ...values: unknown[]) =>
    (await kysely.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values))).rows
  const idOf = (context: Context) => Number(context.req.param('id'))
  const respond = (context: Context, result: unknown) => context.json({ status: 'success', result })
  app.get('/users/user_by_email', async (context) => respond(context, (await ask(person, context.req.query('email')))[0]))
  app.get('/v1/locales', async (context) => respond(context, await ask('select * from locales order by id')))
  app.get('/v1/currencies', async (context) => respond(context, await ask('select * from currencies order by currency_id')))
  app.get('/v1/member_groups', async (context) => {
    const ids = [Number(context.req.header('x-own'))]
    const [counted] = await ask(howMany, ids)
    return respond(context, { member_groups: await ask(allClients, ids), total: counted?.total })
  })
  app.get('/v1/member_groups/:id', async (context) => respond(context, (await ask(clients, idOf(context)))[0]))
  app.get('/v1/member_groups/:id/channels', async (context) => respond(context, { channels: await ask(channels, idOf(context)) }))
  app.get('/v1/member_groups/:id/theme', async (context) => respond(context, (await ask(theme, idOf(context)))[0]))
  app.patch('/v1/member_groups/:id/measured_name', async (context) => {
    const { name } = await context.req.json()
    const [changed] = await ask(rename, name, Number(context.req.header('if-match')), idOf(context))
    return changed ? respond(context, changed) : context.json({ status: 'error' }, 412)
  })
  app.put('/v1/member_groups/:id/measured_theme', async (context) => {
    const body = await context.req.json()
    await ask(paint, body.font_family, body.primary_color, body.button_color, body.button_text_color, idOf(context))
    return respond(context, body)
  })
  return app
}

/** Serves the bare application on a free port. */
export async function startBareServer(database: Database): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer(
    { keepAliveTimeout: 65_000 },
    getRequestListener(bareApplication(database).fetch, { overrideGlobalObjects: false }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
