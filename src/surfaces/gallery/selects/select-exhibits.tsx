import { useState } from 'react'
import { MultiSelect, type MultiSelectProps } from '../../../ui/select/multi-select.tsx'
import type { SelectedOption } from '../../../ui/select/option.ts'
import { Select, type SelectProps } from '../../../ui/select/select.tsx'
import { Exhibit } from '../exhibit.tsx'
import { loadForever, loadHotels, channels, failsOnce, hotels, longNames, paces, someHotels } from '../hotels.ts'

const One = ({ chosen: first, ...field }: Omit<SelectProps, 'value' | 'onChange'> & { chosen?: SelectedOption }) => {
  const [chosen, setChosen] = useState<SelectedOption | null>(first ?? null)
  return <Select {...field} value={chosen} onChange={setChosen} />
}

const Several = ({
  chosen: first = [],
  ...field
}: Omit<MultiSelectProps, 'value' | 'onChange'> & { chosen?: readonly SelectedOption[] }) => {
  const [chosen, setChosen] = useState(first)
  return <MultiSelect {...field} value={chosen} onChange={setChosen} />
}

/** The options fail to load once per visit. */
const FailingOnce = () => {
  const [options] = useState(failsOnce)
  return <One label="Options that fail once" options={options} />
}

const none: readonly never[] = []
const pace = paces[1]
const longName = longNames[0]

export const Selects = () => (
  <Exhibit name="Select">
    <One label="Pace" options={paces} />
    <One label="Pace, chosen" options={paces} {...(pace && { chosen: pace })} isRequired />
    <One label="Channel" options={channels} placeholder="Any channel" />
    <One label="Hotel out of 10,000" options={hotels} />
    <One label="Hotel, loaded page by page" options={loadHotels} />
    <One label="Long names" options={longNames} {...(longName && { chosen: longName })} />
    <One label="No options" options={none} />
    <One label="Options loading" options={loadForever} />
    <FailingOnce />
    <One label="Wrong" options={paces} isRequired fault={{ code: 'custom', text: 'Choose a pacing' }} />
    <One label="Disabled" options={paces} {...(pace && { chosen: pace })} disabledBecause="The campaign has ended" />
    <One label="Read only" options={paces} {...(pace && { chosen: pace })} isReadonly />
    <One label="Busy" options={paces} {...(pace && { chosen: pace })} isBusy help="Loading pacing options…" />
    <div dir="rtl">
      <One label="الوتيرة" options={paces} {...(pace && { chosen: pace })} help="من اليمين إلى اليسار" />
    </div>
    <One label="Missing portal" options={paces} portalId="nowhere" />
  </Exhibit>
)

export const MultiSelects = () => (
  <Exhibit name="Multi-select">
    <Several label="Hotels" options={someHotels} />
    <Several label="Hotels, some selected" options={hotels} chosen={hotels.slice(4, 6)} />
    <Several label="Hotels, many selected" options={loadHotels} chosen={hotels.slice(20, 160)} />
    <Several label="Channels" options={channels} chosen={channels.slice(0, 2)} />
    <Several label="None selected" options={someHotels} fault={{ code: 'required', of: 'list' }} />
    <Several label="Closed" options={someHotels} chosen={hotels.slice(4, 30)} disabledBecause="Only an administrator can change this" />
    <Several label="Read only, several" options={someHotels} chosen={hotels.slice(4, 30)} isReadonly />
    <Several label="Busy, several" options={someHotels} chosen={hotels.slice(4, 6)} isBusy help="Loading hotels…" />
    <div dir="rtl">
      <Several label="الفنادق" options={hotels} chosen={hotels.slice(4, 8)} help="من اليمين إلى اليسار" />
    </div>
  </Exhibit>
)
