import { useState } from 'react'
import { Tabs } from '../../../parts/navigation/tabs.tsx'
import { TabBar } from '../../../ui/navigation/tab-bar.tsx'
import { Exhibit } from '../exhibit.tsx'

const UnsavedInput = () => (
  <label className="row">
    Draft
    <input type="text" defaultValue="" />
  </label>
)

const campaign = [
  { id: 'overview', label: 'Overview', panel: () => <p>Results of the last 7 days.</p> },
  { id: 'ad_groups', label: 'Ad groups', count: 341, panel: () => <p>341 ad groups.</p> },
  { id: 'entities', label: 'Hotels', count: 2206, panel: () => <p>2,206 hotels.</p> },
  { id: 'targeting', label: 'Targeting', panel: () => <UnsavedInput /> },
  { id: 'budget', label: 'Budget', disabledBecause: 'The insertion order sets the budget', panel: () => <p>Nothing.</p> },
  { id: 'history', label: 'History', count: 0, panel: () => <p>No changes yet.</p> },
]

const long = [
  'Zielgruppenausrichtung',
  'Werbebudget und Laufzeit',
  'Automatisierte Aktionen',
  'Freigabeverlauf',
  'Kreativbibliothek',
  'Abrechnung',
].map((label, index) => ({ id: `long-${index}`, label, count: 10 ** index }))

function Overflowing() {
  const [chosen, setChosen] = useState('long-0')
  return <TabBar label="Many tabs" tabs={long} chosen={chosen} onChoose={setChosen} />
}

export const TabExhibits = () => (
  <>
    <Exhibit name="Tab stored in the URL" isWide>
      <Tabs label="Campaign" tabs={campaign} defaultTab="overview" keepsPanels />
    </Exhibit>
    <Exhibit name="Tabs in a narrow space" isWide>
      <Overflowing />
    </Exhibit>
  </>
)
