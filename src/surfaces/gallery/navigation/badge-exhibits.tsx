import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Avatar } from '../../../ui/badge/avatar.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { CopyButton } from '../../../ui/badge/copy-button.tsx'
import { KeyboardShortcut } from '../../../ui/badge/keys.tsx'
import { PacingBar } from '../../../ui/chart/pacing-bar.tsx'
import { TrendLine } from '../../../ui/chart/trend-line.tsx'
import { CountPill, Tag } from '../../../ui/badge/tag.tsx'
import { UsageBar } from '../../../ui/chart/usage-bar.tsx'
import { Exhibit } from '../exhibit.tsx'

const still = () => undefined
const usd = { currency_code: 'USD', currency_digits: 2 }
const days = [12, 18, 17, 20, 16, 19, 24, 22, 21, 26, 25, 30, 27, 29]

const Bars = () => (
  <Exhibit name="Bars and sparklines">
    <div className="pile">
      <PacingBar spentShare={0.52} timeShare={0.5} />
      <PacingBar spentShare={0.71} timeShare={0.6} />
      <PacingBar spentShare={0.32} timeShare={0.5} />
      <PacingBar spentShare={1.2} timeShare={1} />
      <PacingBar spentShare={0} timeShare={0} />
    </div>
    <div className="pile">
      <UsageBar total="25000" spent="11240.5" committed="6200" remaining="7559.5" currency={usd} />
      <UsageBar total="10000" spent="9000" committed="1800" remaining="-800" currency={usd} />
    </div>
    <div className="pile">
      <TrendLine values={days} unsettled={3} label="Spend by day, rising" />
      <TrendLine values={[4, 6, null, null, 5, 7, null, 3]} label="Spend by day, with gaps" />
      <TrendLine values={Array.from({ length: 14 }, () => 0)} label="Spend by day, all zero" />
      <TrendLine values={[]} label="No data" />
    </div>
  </Exhibit>
)

function Tags() {
  const [isThere, setThere] = useState(true)
  const long = 'an-address-that-is-longer-than-anybody-has-room-for@harborline-stays.example'
  return (
    <div className="pile">
      <div className="row">
        <Tag text="Default" />
        <Tag text="Limit" tone="warn" />
        <Tag text="New" tone="info" />
        <Tag text="Declined" tone="bad" />
        <Tag text="Paid" tone="good" />
        <CountPill text="3 of 24" />
      </div>
      {isThere && <Tag text={long} onRemove={() => setThere(false)} />}
      <div className="row">
        <Avatar name="Dana Whitfield" />
        <Avatar name="山田太郎" />
        <Avatar name="noor.haddad@palisade.example" />
        <KeyboardShortcut keys={['Mod', 'K']} />
        <KeyboardShortcut keys={['Enter']} />
        <span className="row">
          INV-20261031 <CopyButton text="INV-20261031" label="Copy invoice number" />
        </span>
      </div>
    </div>
  )
}

export const BadgeExhibits = () => (
  <>
    <Bars />
    <Exhibit name="Marks" isWide>
      <Tags />
    </Exhibit>
    <Exhibit name="Callout">
      <Callout kind="info" heading="This report is older than five minutes" />
      <Callout kind="warning" heading="Funds run out on Dec 10" act={<Button onPress={still}>Add funds</Button>}>
        52 days before the end date.
      </Callout>
      <Callout kind="error" heading="The card was declined">
        You were not charged. Your entries are kept.
      </Callout>
      <Callout kind="success" heading="Saved Successfully" />
    </Exhibit>
  </>
)
