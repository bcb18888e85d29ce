import { array, boolean, integer, object, optional, string } from 'superstruct'
import { defineElement, flag, signal, type Surface, whoseProps, type Words } from './runtime/define.ts'

const campaign = { campaign_id: integer() }

export default defineElement({
  tag: 'ad-campaigns',
  doc: 'Campaigns with their ad groups and entities: lists, review queue, and one campaign in full.',
  nouns: ['campaigns', 'ad-groups', 'targeting', 'registrations'],
  skeleton: 'list',
  minHeight: 480,
  props: {
    ...whoseProps,
    readonly: flag('Hide every action that writes.'),
    noCreate: flag('Hide the ways to a new campaign.'),
    noAdvertiserChoice: flag('Hide the choice of advertisers, because the page has one of its own.'),
  },
  events: {
    'ad-campaign-opened': signal(object(campaign), 'A campaign was opened.'),
    'ad-campaign-open-asked': signal(
      object({ ...campaign, path: string() }),
      'The person wants to see a campaign; cancel it to show it yourself.',
      { cancelable: true },
    ),
    'ad-campaign-create-asked': signal(
      object({
        ...{ flow: optional(string()), campaign_template_id: optional(integer()) },
        ...{ campaign_id: optional(integer()), advertiser_id: optional(integer()) },
      }),
      'The person wants a new campaign: by a flow, from a template, or a copy of one of an advertiser; cancel it to open the builder yourself.',
      { cancelable: true },
    ),
    'ad-campaign-changed': signal(object({ ...campaign, fields: string() }), 'A campaign was changed; its fields are separated by commas.'),
    'ad-campaign-approved': signal(object(campaign), 'The review of a campaign was passed.'),
    'ad-campaign-denied': signal(object(campaign), 'The review of a campaign was not passed.'),
    'ad-campaign-deleted': signal(object(campaign), 'A campaign was deleted.'),
    'ad-campaigns-changed': signal(
      object({ campaign_ids: array(integer()), ad_group_ids: array(integer()), changed: integer(), undone: boolean() }),
      'Many campaigns or ad groups were changed at once, or that was taken back.',
    ),
    'ad-report-asked': signal(
      object({ campaign_id: optional(integer()), advertiser_id: optional(integer()), start_date: string(), end_date: string() }),
      'The person wants to see the report that figures are of, of a campaign or of all; cancel it to show it yourself.',
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
  surface: (): Surface => import('../src/surfaces/campaigns/index.tsx'),
  words: (): Words => import('words:campaigns'),
})
