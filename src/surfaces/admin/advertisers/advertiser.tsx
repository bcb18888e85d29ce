import { advertiserTabs } from '../frame/tabs.ts'
import { TabPanel } from '../frame/tab-panel.tsx'

/** The page of an advertiser; the list of areas shows its tabs. */
export default function AdvertiserScreen() {
  return <TabPanel tabs={advertiserTabs} />
}
