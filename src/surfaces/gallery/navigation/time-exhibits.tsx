import { KeyValues } from '../../../ui/badge/key-values.tsx'
import { Timeline } from '../../../ui/badge/timeline.tsx'
import { DateRangeText, DateText, DateTimeText } from '../../../ui/format/date-text.tsx'
import { RelativeTime } from '../../../ui/format/relative-time.tsx'
import { Exhibit } from '../exhibit.tsx'

const zone = 'America/Los_Angeles'
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const times = () => [
  { id: 'day', label: 'Day', value: <DateText day="2026-11-20" /> },
  { id: 'short', label: 'This year', value: <DateText day="2026-11-20" manner="short" /> },
  { id: 'weekday', label: 'In a heading', value: <DateText day="2026-11-20" manner="weekday" /> },
  { id: 'moment', label: 'Date and time', value: <DateTimeText moment="2026-11-20T07:59:00Z" zone={zone} /> },
  { id: 'tokyo', label: 'In Tokyo', value: <DateTimeText moment="2026-11-20T07:59:00Z" zone="Asia/Tokyo" /> },
  { id: 'range', label: 'Range', value: <DateRangeText start="2026-11-07" end="2026-11-20" today="2026-11-21" /> },
  { id: 'open', label: 'Always on', value: <DateRangeText start="2026-11-07" end={null} today="2026-11-21" /> },
  { id: 'none', label: 'Missing', value: <DateText day={null} /> },
]
const ages = () => [
  { id: 'now', label: 'Saved', value: <RelativeTime moment={ago(0)} zone={zone} /> },
  { id: 'minutes', label: 'Approved', value: <RelativeTime moment={ago(5)} zone={zone} /> },
  { id: 'days', label: 'Created', value: <RelativeTime moment={ago(3 * 1440 + 200)} zone={zone} /> },
  { id: 'then', label: 'Next run', value: <RelativeTime moment={ago(-125)} zone={zone} /> },
  { id: 'never', label: 'Never', value: <RelativeTime moment={null} zone={zone} /> },
]

const history = () => [
  { id: '3', who: 'Dana Whitfield', what: 'approved insertion order IO-2041', moment: ago(12) },
  {
    id: '2',
    who: 'Mika Sato',
    what: 'changed the daily budget',
    moment: ago(1600),
    note: 'From $300.00 to $450.00, because the weekend before Thanksgiving sells out first.',
  },
  { id: '1', who: '山田太郎', what: 'created the campaign', moment: ago(90_000) },
]

export const TimeExhibits = () => (
  <Exhibit name="Days and times">
    <KeyValues items={times()} />
    <KeyValues items={ages()} />
    <Timeline items={history()} zone={zone} />
  </Exhibit>
)
