// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { adGroupEntities, AdGroupEntityRow } from '../../src/contract/ad-groups/entities.ts'
import { CampaignRow } from '../../src/contract/campaigns/campaigns.ts'
import { CampaignImage } from '../../src/contract/images/images.ts'
import { PlacementPreview } from '../../src/surfaces/campaigns/review/placement.tsx'
import { leastOf } from '../support/ui/least-value.ts'
import { success } from '../support/ui/loopback.ts'
import { partBench } from '../support/ui/part-bench.tsx'

const bench = partBench()
const least = leastOf(CampaignRow as never) as CampaignRow // a row with the least values
const row: CampaignRow = { ...least, member_group_id: 1, advertiser_id: 2, campaign_id: 3, advertiser_name: 'Harborline' }
const entity = { ...(leastOf(AdGroupEntityRow as never) as AdGroupEntityRow), name: 'Lakeside Inn', category: 'Resort' } // an entity with the least values
const image = { ...(leastOf(CampaignImage as never) as CampaignImage), asset_id: 7, name: 'Main image', kind: 'image' } // an image with the least values
const report = leastOf(adGroupEntities.campaignReport.result as never) as object // a reply with the least values

test('a reviewer sees the advertisement in its placement: image, label, advertiser and entity', async () => {
  bench.replyBy((response, _, url) => {
    if (url.includes('entities_report')) return success({ ...report, entities: [entity], total: 1 })(response)
    if (url.endsWith('/7')) return success({ asset_id: 7, content_type: 'image/png', content: '' })(response)
    return url.includes('media_drafts') ? success({ pictures: [image], places: [] })(response) : undefined
  })
  const page = await bench.open(<PlacementPreview row={row} />)
  await bench.shows(page, 'Lakeside Inn', 'Resort', 'Sponsored', 'Harborline', 'Preview among search results')
  expect(page.container.querySelector('figure')?.getAttribute('aria-label')).toBe('Preview')
})
