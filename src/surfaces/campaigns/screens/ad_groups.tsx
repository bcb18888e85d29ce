import { GroupList } from '../parts/groups/group-list.tsx'

/** The ad groups of a client's campaigns, or of one advertiser's. */
export default GroupList
