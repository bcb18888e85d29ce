import { integer, object, string } from 'superstruct'
import { defineElement, flag, signal, type Surface, text, whoseProps, type Words } from './runtime/define.ts'

export default defineElement({
  tag: 'ad-campaign-builder',
  doc: 'The way to a new campaign, step by step: basics, entities, targeting, budget, bid, review, submission.',
  nouns: ['drafts', 'targeting', 'templates', 'registrations', 'budgets'],
  skeleton: 'form',
  minHeight: 640,
  props: {
    ...whoseProps,
    experienceId: text(
      'The experience that the campaign belongs to: it says whether pictures are a step, and which templates and targeting are offered.',
    ),
    templateId: text('The template that a new campaign starts from.'),
    copyOf: text('The campaign that a new one starts as a copy of.'),
    noUpload: flag('Hide the upload of files.'),
  },
  events: {
    'ad-campaign-draft-saved': signal(
      object({ campaign_draft_uuid: string(), version: integer(), held_version: integer() }),
      'What was typed or chosen is on the platform; the second version is that of its ad groups and of what it advertises.',
    ),
    'ad-campaign-draft-deleted': signal(object({ campaign_draft_uuid: string() }), 'A draft was deleted.'),
    'ad-before-submit': signal(
      object({ campaign_draft_uuid: string(), name: string() }),
      'The person submits; cancel it and nothing is submitted.',
      { cancelable: true },
    ),
    'ad-campaign-submitted': signal(
      object({ campaign_draft_uuid: string(), campaign_id: integer(), status: string() }),
      'A campaign was submitted.',
    ),
    'ad-campaign-open-asked': signal(
      object({ campaign_id: integer(), path: string() }),
      'The person wants to see a campaign; cancel it to show it yourself.',
      { cancelable: true },
    ),
    'ad-funds-asked': signal(
      object({ advertiser_id: integer() }),
      'The person wants to add funds; cancel it to take them there yourself.',
      {
        cancelable: true,
      },
    ),
  },
  surface: (): Surface => import('../src/surfaces/campaign-builder/index.tsx'),
  words: (): Words => import('words:campaign-builder'),
})
