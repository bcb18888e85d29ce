import { describe, expect, test } from 'vitest'
import type { ConfigurationDocument, ConfigurationPart } from '../../src/contract/clients/configuration.ts'
import { configurationParts } from '../../src/contract/clients/configuration.ts'
import { contract } from '../../src/contract/index.ts'
import { type CallerName, people } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { configuration, memberGroups } = contract
const at = (memberGroupId: number) => ({ path: { memberGroupId } })
const read = async (id = 1, name: CallerName = 'superUser'): Promise<{ document: ConfigurationDocument; version: number }> =>
  (await world.as(name).send(configuration.one, at(id))).reply.result
const apply = async (
  id: number,
  document: ConfigurationDocument,
  parts: readonly ConfigurationPart[] = configurationParts,
  dry_run = false,
) =>
  world
    .as('superUser')
    .send(
      configuration.apply,
      { ...at(id), body: { document, parts: [...parts], ...(dry_run && { dry_run }) } },
      { 'If-Match': String((await read(id)).version) },
    )
let made = 0
const emptyClient = async (): Promise<number> => {
  const body = { name: `Empty ${++made}`, default_currency: { currency_code: 'USD', min_bid: '0.25' } }
  const client = await world
    .as('superUser')
    .send(memberGroups.create, { body }, { 'Idempotency-Key': `empty-client-${made}-of-configurations` })
  return client.reply.result.member_group_id
}
const documentWith = (parts: ConfigurationDocument['parts']): ConfigurationDocument => ({ version: 1, parts })

describe('the configuration of a client', () => {
  test('applied to an empty client and exported again is the same document', async () => {
    const source = (await read()).document
    const target = await emptyClient()
    const applied = await apply(target, source)
    expect(applied.status).toBe(200)
    expect(applied.reply.result.changes.length).toBeGreaterThan(5)
    expect(JSON.stringify((await read(target)).document)).toBe(JSON.stringify(source))
    const again = (await apply(target, source)).reply.result
    expect(again).toMatchObject({ changes: [], configuration_version_id: null })
  })

  test('has no ids, people and hosts', async () => {
    const text = JSON.stringify((await read()).document)
    for (const word of [
      'member_group_id',
      'campaign_template_id',
      'experience_id',
      'targeting',
      'sso_',
      'host_name',
      'login_key',
      'balance',
    ])
      expect([word, text.includes(word)]).toEqual([word, false])
  })

  test('is compared without a change, value by value', async () => {
    const before = await read()
    const document = documentWith({
      origins: ['https://new.example'],
      theme: null,
      client: { type: null, registration_enabled: true, label: { singular: 'Inn', plural: 'Inns' } },
    })
    const { result } = (await apply(1, document, configurationParts, true)).reply
    expect(result).toMatchObject({ is_dry_run: true, configuration_version_id: null, version: before.version })
    expect(result.changes.map(({ part, field }: { part: string; field: string }) => `${part} ${field}`).toSorted()).toEqual([
      'client label.plural',
      'client label.singular',
      'origins ',
      'theme ',
    ])
    expect(await read()).toEqual(before)
  })

  test('is applied only in the chosen parts', async () => {
    const before = (await read()).document
    const document = documentWith({ origins: ['https://new.example'], theme: null })
    await apply(1, document, ['origins'])
    const after = (await read()).document
    expect(after.parts.origins).toEqual(['https://new.example'])
    expect(after.parts.theme).toEqual(before.parts.theme)
  })

  test('can be taken back, with who replaced it', async () => {
    const before = (await read()).document
    const theme = { font_family: 'Limitless' as const, primary_color: '#102030', button_color: '#102030', button_text_color: '#ffffff' }
    const applied = (await apply(1, documentWith({ theme, origins: ['https://other.example'] }))).reply.result
    const { versions } = (await world.as('superUser').send(configuration.versions, at(1))).reply.result
    expect(versions).toMatchObject([
      {
        configuration_version_id: applied.configuration_version_id,
        user: { user_id: people.superUser.userId },
        parts: ['theme', 'origins'],
        changes: applied.changes.length,
      },
    ])
    const path = { memberGroupId: 1, configurationVersionId: applied.configuration_version_id }
    const stored = (await world.as('superUser').send(configuration.versionOne, { path })).reply.result.document
    expect(stored).toEqual(before)
    await apply(1, stored)
    expect((await read()).document).toEqual(before)
    const foreign = { memberGroupId: 2, configurationVersionId: applied.configuration_version_id }
    expect((await world.as('superUser').send(configuration.versionOne, { path: foreign })).status).toBe(404)
  })

  test('keeps what only the client has: currencies, bid limits and templates', async () => {
    const before = (await read()).document
    await apply(
      1,
      documentWith({
        currencies: { default: 'USD', min_bid: before.parts.currencies?.min_bid ?? '0', codes: ['USD'] },
        bidding: {},
        templates: {},
      }),
    )
    expect((await read()).document).toEqual(before)
  })

  test('is refused as a whole if a part of it does not fit', async () => {
    const before = (await read()).document
    const refused = [
      await apply(1, documentWith({ origins: ['https://fine.example'], bidding: { 'XXX CPC': { min_bid: '1', max_bid: null } } })),
      await apply(1, documentWith({ origins: ['https://fine.example'], bidding: { 'USD CPX': { min_bid: '1', max_bid: null } } })),
      await apply(1, documentWith({ origins: ['http://not-fine.example'] })),
    ]
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422])
    expect((await read()).document).toEqual(before)
    const newer = { version: 2, parts: {} } as unknown as ConfigurationDocument // a document of a later platform
    expect((await apply(1, newer)).status).toBe(422)
  })

  test('is for internal staff, at the newest version', async () => {
    for (const name of ['clientAdmin', 'clientViewer', 'advertiserAdmin', 'partner'] as const)
      expect([name, (await world.as(name).send(configuration.one, at(1))).status]).toEqual([name, 403])
    const grants = ['configuration.read', 'configuration.apply'].map((permission) => ({
      user_id: people.clientAdmin.userId,
      level: 'base',
      thing_id: 0,
      permission,
      granted: true,
    }))
    await world.database.kysely.insertInto('user_activities').values(grants).execute()
    expect((await world.as('clientAdmin').send(configuration.one, at(1))).status).toBe(403)
    const body = { document: documentWith({ origins: [] }), parts: ['origins' as const] }
    expect((await world.as('internalAdmin').send(configuration.apply, { ...at(1), body }, { 'If-Match': '999' })).status).toBe(412)
  })
})
