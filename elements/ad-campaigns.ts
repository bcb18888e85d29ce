import { array, boolean, integer, object, string } from 'superstruct'
import { defineElement, flagProp, declareEvent, type Surface, scopeProps, type Words } from './runtime/define.ts'
import { campaignCreateAsked, campaignOpenAsked, fundsAsked, insertionOrderAsked, reportAsked } from './runtime/navigation-events.ts'

const campaign = { campaign_id: integer() }

export default defineElement({
  tag: 'ad-campaigns',
  doc: 'Campaigns with their ad groups and entities: lists, review queue, and one campaign in full.',
  nouns: ['campaigns', 'ad-groups', 'targeting', 'registrations'],
  skeleton: 'list',
  minHeight: 480,
  props: {
    ...scopeProps,
    readonly: flagProp('Hide every action that writes.'),
    noCreate: flagProp('Hide every action that creates a campaign.'),
    noAdvertiserChoice: flagProp('Hide the choice of advertisers, for a page that has its own.'),
    noBack: flagProp('Hide links back to the parent page, for a page with breadcrumbs.'),
    noFunds: flagProp('Hide links to an advertiser’s funds, for a page that has none.'),
  },
  events: {
    'ad-campaign-opened': declareEvent(object(campaign), 'A campaign was opened.'),
    'ad-campaign-open-asked': campaignOpenAsked,
    'ad-campaign-create-asked': campaignCreateAsked,
    'ad-campaign-changed': declareEvent(
      object({ ...campaign, fields: string() }),
      'A campaign was changed; fields lists the changed fields, separated by commas.',
    ),
    'ad-campaign-approved': declareEvent(object(campaign), 'A campaign was approved in review.'),
    'ad-campaign-approval-undone': declareEvent(object(campaign), 'The reviewer undid an approval; the campaign is under review again.'),
    'ad-campaign-denied': declareEvent(object(campaign), 'A campaign was rejected in review.'),
    'ad-campaign-deleted': declareEvent(object(campaign), 'A campaign was deleted.'),
    'ad-campaign-draft-deleted': declareEvent(object({ campaign_draft_uuid: string() }), 'A draft was deleted.'),
    'ad-campaigns-changed': declareEvent(
      object({ campaign_ids: array(integer()), ad_group_ids: array(integer()), changed: integer(), undone: boolean() }),
      'Several campaigns or ad groups were changed at once, or such a change was undone.',
    ),
    'ad-report-asked': reportAsked,
    'ad-funds-asked': fundsAsked,
    'ad-insertion-order-asked': insertionOrderAsked,
  },
  surface: (): Surface => import('../src/surfaces/campaigns/index.tsx'),
  words: (): Words => import('words:campaigns'),
})
