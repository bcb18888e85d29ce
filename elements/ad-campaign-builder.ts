import { integer, object, string } from 'superstruct'
import { defineElement, flagProp, declareEvent, type Surface, textProp, scopeProps, type Words } from './runtime/define.ts'
import { campaignOpenAsked, fundsAsked } from './runtime/navigation-events.ts'

export default defineElement({
  tag: 'ad-campaign-builder',
  doc: 'Creates a campaign step by step: basics, entities, targeting, budget, bid, review, submission.',
  nouns: ['drafts', 'targeting', 'templates', 'registrations', 'budgets'],
  skeleton: 'form',
  minHeight: 640,
  props: {
    ...scopeProps,
    experienceId: textProp(
      'The experience of the campaign. It decides whether there is a step for images, and which templates and targeting are offered.',
    ),
    templateId: textProp('The template of a new campaign.'),
    copyOf: textProp('The campaign to copy into a new one.'),
    noUpload: flagProp('Hide file uploads.'),
    noFunds: flagProp('Hide links to an advertiser’s funds, for a page that has none.'),
  },
  events: {
    'ad-campaign-draft-saved': declareEvent(
      object({ campaign_draft_uuid: string(), version: integer(), held_version: integer() }),
      'The draft was saved. held_version is the version of its ad groups and entities.',
    ),
    'ad-campaign-draft-deleted': declareEvent(object({ campaign_draft_uuid: string() }), 'A draft was deleted.'),
    'ad-before-submit': declareEvent(
      object({ campaign_draft_uuid: string(), name: string() }),
      'The user is about to submit; cancel it to prevent that.',
      { cancelable: true },
    ),
    'ad-campaign-submitted': declareEvent(
      object({ campaign_draft_uuid: string(), campaign_id: integer(), status: string() }),
      'A campaign was submitted.',
    ),
    'ad-campaign-open-asked': campaignOpenAsked,
    'ad-funds-asked': fundsAsked,
  },
  surface: (): Surface => import('../src/surfaces/campaign-builder/index.tsx'),
  words: (): Words => import('words:campaign-builder'),
})
