import type { Routes } from '../../parts/navigation/screens.tsx'

/** Every screen of campaigns, by its path. */
export const routes: Routes = {
  '': () => import('./screens/index.tsx'),
  ad_groups: () => import('./screens/ad_groups.tsx'),
  entity_registrations: () => import('./screens/entity_registrations.tsx'),
  ':entityLabel': () => import('./entities/entities.tsx'),
  'review-media': () => import('./screens/review-media.tsx'),
  ':campaignId': () => import('./screens/@campaignId.tsx'),
  ':campaignId/v2': () => import('./screens/@campaignId.v2.tsx'),
  ':campaignId/ad_groups': () => import('./screens/@campaignId.ad_groups.tsx'),
  ':campaignId/ad_groups/create': () => import('./screens/@campaignId.ad_groups.create.tsx'),
  ':campaignId/ad_groups/:adGroupId': () => import('./screens/@campaignId.ad_groups.@adGroupId.tsx'),
}
