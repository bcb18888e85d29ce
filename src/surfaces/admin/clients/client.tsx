import { clientTabs } from '../frame/tabs.ts'
import { TabPanel } from '../frame/tab-panel.tsx'

/** The page of a client; the list of areas shows its tabs. */
export default function ClientScreen() {
  return <TabPanel tabs={clientTabs} />
}
