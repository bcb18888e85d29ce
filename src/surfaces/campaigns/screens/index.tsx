import { CampaignList } from '../list/list.tsx'

/** The campaigns of a client, or of one advertiser. */
export default CampaignList
