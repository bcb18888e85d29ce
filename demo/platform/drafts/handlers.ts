import type { campaignDrafts } from '../../../src/contract/drafts/drafts.ts'
import { addGroup, changeGroup, removeGroup } from './ad-groups.ts'
import { copyCampaign } from './copy.ts'
import { draftBudget, draftSpendLevel } from './advice.ts'
import { addAllEntities, addEntities, availableEntities, draftEntities, removeAllEntities, removeEntities } from './entities.ts'
import { draftEstimate } from './estimate.ts'
import { draftConstraintsOf } from './constraints.ts'
import { draftOf, draftsOf, draftsOfClient } from './read.ts'
import { submitDraft } from './submit.ts'
import { createDraft, deleteDraft, writeDraft } from './write.ts'
import type { Handlers } from '../http/implement.ts'

type DraftHandlers = Handlers<typeof campaignDrafts>

const entities: Pick<
  DraftHandlers,
  'addEntities' | 'addAllEntities' | 'removeEntities' | 'removeAllEntities' | 'entitiesReport' | 'availableEntitiesReport'
> = {
  addEntities: ({ path, body }, context) => addEntities(context, path, body),
  addAllEntities: ({ path, body }, context) => addAllEntities(context, path, body),
  removeEntities: ({ path, body }, context) => removeEntities(context, path, body),
  removeAllEntities: ({ path, body }, context) => removeAllEntities(context, path, body),
  entitiesReport: ({ path, body }, context) => draftEntities(context, path, body),
  availableEntitiesReport: ({ path, body }, context) => availableEntities(context, path, body),
}

export const campaignDraftHandlers: DraftHandlers = {
  ...entities,
  list: ({ path, body }, { database }) => draftsOf(database, path, body),
  clientList: ({ path, body }, context) => draftsOfClient(context, path.memberGroupId, body),
  create: async ({ path, body }, context) => draftOf(context.database, await createDraft(context, path, body)),
  one: ({ path }, { database }) => draftOf(database, path),
  change: async ({ path, body }, context) => {
    await writeDraft(context, path, body)
    return draftOf(context.database, path)
  },
  remove: async ({ path, query }, context) => {
    await deleteDraft(context, path, query)
    return 'success'
  },
  constraints: async ({ path }, context) => draftConstraintsOf(context, await draftOf(context.database, path)),
  estimate: ({ path, body }, context) => draftEstimate(context, path, body.data),
  submit: ({ path, query }, context) => submitDraft(context, path, query.held_version),
  copy: async ({ path }, context) => draftOf(context.database, await copyCampaign(context, path)),
  pcl: ({ path }, context) => draftSpendLevel(context, path),
  budgetRecommendations: ({ path, body }, context) => draftBudget(context, path, body),
  addGroup: ({ path, body }, context) => addGroup(context, path, body.data),
  changeGroup: ({ path, body }, context) => changeGroup(context, path, body.data),
  removeGroup: async ({ path }, context) => {
    await removeGroup(context, path)
    return 'success'
  },
}
