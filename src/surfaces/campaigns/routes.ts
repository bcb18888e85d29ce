import type { Routes } from '../../parts/navigation/screens.tsx'

export const routes: Routes = {
  '': () => import('./list/list.tsx'),
  ad_groups: () => import('./ad-groups/ad-groups.tsx'),
  drafts: () => import('./drafts/drafts.tsx'),
  entity_registrations: () => import('./registrations/registrations.tsx'),
  ':entityLabel': () => import('./entities/entities.tsx'),
  'review-media': () => import('./review/review.tsx'),
  ':campaignId': () => import('./campaign/campaign.tsx'),
  ':campaignId/v2': async () => ({ default: (await import('./campaign/campaign.tsx')).GoalLedCampaign }),
  ':campaignId/ad_groups': () => import('./campaign/campaign.tsx'),
  ':campaignId/ad_groups/create': () => import('./ad-group/create.tsx'),
  ':campaignId/ad_groups/:adGroupId': () => import('./ad-group/ad-group.tsx'),
}
