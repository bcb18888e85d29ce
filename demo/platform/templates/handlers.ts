import type { templates } from '../../../src/contract/templates/templates.ts'
import type { Handlers } from '../http/implement.ts'
import { orderTemplates, usesOfTemplates } from './order.ts'
import { readTemplates, templateOf, templatesFrom } from './read.ts'
import { createTemplate, removeTemplate, writeTemplate } from './write.ts'

type TemplateHandlers = Handlers<typeof templates>

/** Endpoints that both versions share. */
const shared: TemplateHandlers['second'] = {
  create: ({ path, body }, context) => createTemplate(context, path.memberGroupId, body),
  one: ({ path }, { database }) => templateOf(database, path.memberGroupId, path.templateId),
  remove: async ({ path }, context) => {
    await removeTemplate(context, path.memberGroupId, path.templateId)
    return 'success'
  },
}

export const templateHandlers: TemplateHandlers = {
  ...shared,
  active: async ({ path, query: { experience_id } }, { database }) => {
    const active = templatesFrom(database, path.memberGroupId).where('is_active', '=', true)
    const offered =
      experience_id === undefined
        ? active
        : active.where(({ eb }) => eb('experience_id', 'is', null).or('experience_id', '=', experience_id))
    return { campaign_templates: await readTemplates(offered) }
  },
  nonActive: async ({ path }, { database }) => ({
    campaign_templates: await readTemplates(templatesFrom(database, path.memberGroupId).where('is_active', '=', false)),
  }),
  retitle: ({ path, body }, context) => writeTemplate(context, path.memberGroupId, path.templateId, body),
  change: ({ path, body }, context) => writeTemplate(context, path.memberGroupId, path.templateId, body),
  second: shared,
  uses: async (_, context) => ({ uses: await usesOfTemplates(context) }),
  order: async ({ path, body }, context) => {
    await orderTemplates(context, body.campaign_template_ids)
    const active = templatesFrom(context.database, path.memberGroupId).where('is_active', '=', true)
    return { campaign_templates: await readTemplates(active) }
  },
}
