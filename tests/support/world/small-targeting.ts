import type { Database } from '../../../demo/platform/database/database.ts'
import { flowSteps } from '../../../src/contract/templates/templates.rules.ts'
import { leakMarkers, seededAdvertisers } from './small-seed.ts'

/** The ids of a small client's targeting: its own dimension and one of its experience, each with an option, and two templates. */
export const targetingOf = (client: number) => ({
  targetingId: client,
  optionId: 100 + client,
  /** Of the experience that has the client's own id. */
  ownTargetingId: 10 + client,
  ownOptionId: 110 + client,
  templateId: client,
  nonActiveTemplateId: 10 + client,
})
/** The ids of an advertiser's uploaded list, and of its one line, which has failed. */
export const registrationOf = (advertiser: number) => ({ eventId: advertiser, eventDetailId: advertiser * 10 + 1 })
/** An entity in the catalogue of every small client that no advertiser has registered. */
export const inCatalog = (client: number) => `catalog-${client}`
/** The audience size of the option of a small dimension. */
export const smallAudience = 50_000

async function seedTargeting({ kysely }: Database, client: number) {
  const { targetingId, optionId, ownTargetingId, ownOptionId } = targetingOf(client)
  const types = JSON.stringify(['geography'])
  const made = [
    { targeting_id: targetingId, experience_id: null, name: `Region ${leakMarkers.client(client)}`, option: optionId },
    { targeting_id: ownTargetingId, experience_id: client, name: `Interest ${leakMarkers.client(client)}`, option: ownOptionId },
  ]
  for (const { option, ...dimension } of made) {
    await kysely
      .insertInto('targetings')
      .values({ ...dimension, member_group_id: client, hidden: false, targeting_types: types })
      .execute()
    const row = { member_group_id: client, targeting_id: dimension.targeting_id, targeting_option_id: option }
    await kysely
      .insertInto('targeting_options')
      .values({ ...row, name: `Option ${leakMarkers.client(client)}`, code: 'first', audience_size: smallAudience })
      .execute()
  }
}

async function seedTemplates({ kysely }: Database, client: number) {
  const { templateId, nonActiveTemplateId } = targetingOf(client)
  const at = '2026-10-01T09:00:00Z'
  const template = (campaign_template_id: number, is_active: boolean) => ({
    member_group_id: client,
    campaign_template_id,
    experience_id: null,
    is_active,
    flow: 'templated' as const,
    name: `Template ${campaign_template_id} ${leakMarkers.client(client)}`,
    description: '',
    steps: JSON.stringify(flowSteps.templated),
    defaults: '{}',
    created_at: at,
    changed_at: at,
  })
  await kysely
    .insertInto('campaign_templates')
    .values([template(templateId, true), template(nonActiveTemplateId, false)])
    .execute()
}

async function seedRegistration({ kysely }: Database, { advertiser, client }: (typeof seededAdvertisers)[number]) {
  const { eventId: event_id, eventDetailId: event_detail_id } = registrationOf(advertiser)
  const at = '2026-11-20T09:00:00Z'
  const owner = { member_group_id: client, advertiser_id: advertiser, event_id }
  await kysely
    .insertInto('entity_registration_events')
    .values({ ...owner, source: 'list', status: 'completed', total: 1, done: 1, failed: 1, created_at: at, completed_on: at })
    .execute()
  const line = { line: 1, internal_id: `No id of ${leakMarkers.advertiser(advertiser)}`, error_code: 'unknown' as const }
  await kysely
    .insertInto('entity_registration_details')
    .values({ ...owner, event_detail_id, ...line, completed_on: at })
    .execute()
}

/** The targeting, templates and entities that campaigns need at the three small clients. */
export async function seedCampaignNeeds(database: Database) {
  for (const client of [1, 2, 3]) {
    await seedTargeting(database, client)
    await seedTemplates(database, client)
    const thing = { internal_id: inCatalog(client), name: `Catalogue ${leakMarkers.client(client)}`, category: 'Any', status: 'active' }
    await database.kysely
      .insertInto('catalog_entities')
      .values({ member_group_id: client, ...thing })
      .execute()
  }
  for (const tenant of seededAdvertisers) await seedRegistration(database, tenant)
}
