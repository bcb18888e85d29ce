import { sql } from 'kysely'
import type { templates } from '../../../src/contract/templates/templates.ts'
import type { Handlers } from '../http/implement.ts'
import { templateOf, templatesOf } from './read.ts'
import { createTemplate, removeTemplate, writeTemplate } from './write.ts'

type Parts = Handlers<typeof templates>

/** Endpoints that both versions share. */
const shared: Parts['second'] = {
  create: ({ path, body }, context) => createTemplate(context, path.memberGroupId, body),
  one: ({ path }, { database }) => templateOf(database, path.memberGroupId, path.templateId),
  remove: async ({ path }, context) => {
    await removeTemplate(context, path.memberGroupId, path.templateId)
    return 'success'
  },
}

export const templateHandlers: Parts = {
  ...shared,
  active: async ({ path, query: { experience_id } }, { database }) => {
    const isOffered = experience_id === undefined ? sql`true` : sql`(t.experience_id is null or t.experience_id = ${experience_id})`
    return { campaign_templates: await templatesOf(database, path.memberGroupId, sql`t.is_active and ${isOffered}`) }
  },
  nonActive: async ({ path }, { database }) => ({
    campaign_templates: await templatesOf(database, path.memberGroupId, sql`not t.is_active`),
  }),
  retitle: ({ path, body }, context) => writeTemplate(context, path.memberGroupId, path.templateId, body),
  change: ({ path, body }, context) => writeTemplate(context, path.memberGroupId, path.templateId, body),
  second: shared,
}
