import { Trans, useLingui } from '@lingui/react/macro'
import { type SavedReport, visibilities } from '../../../contract/saved-reports/saved-reports.ts'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import type { GridColumn } from '../../../ui/table/column.ts'
import { Icon } from '../../../ui/icon/icon.tsx'
import { more } from '../../../ui/icon/icons.ts'
import { Menu } from '../../../ui/dialog/menu.tsx'
import { Link } from '../../../ui/navigation/link.tsx'
import { DateTimeText } from '../../../ui/format/date-text.tsx'
import { RelativeTime } from '../../../ui/format/relative-time.tsx'
import { frequencyWords, resultWords } from '../schedule/words.ts'
import { visibilityWords } from '../words/report.ts'
import { useSavedReportActions } from './actions.tsx'
import { savedPath, schedulePath } from './paths.ts'

type Column = GridColumn<SavedReport>
type Act = (saved: SavedReport, id: string) => void
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The report name, linked to the report or, in the list of mailed reports, to its schedule. */
function useNameColumn(act: Act, isOfMails: boolean): Column {
  const { t } = useLingui()
  const linkTo = usePathLink()
  const actsOf = useSavedReportActions()
  return {
    key: 'name',
    header: t`Report`,
    kind: 'text',
    width: 360,
    isSortable: true,
    isPressed: true,
    filter: { kind: 'contains' },
    isFilteredElsewhere: true,
    value: ({ name }) => name,
    render: (saved) => {
      const id = saved.saved_report_id
      return (
        <>
          <span className="cell-lines grow">
            <Link target={isOfMails ? linkTo(schedulePath(id), t`Schedule`) : linkTo(savedPath(id), saved.name)} className="cell-name">
              {saved.name}
            </Link>
          </span>
          <Menu
            label={t`More for ${saved.name}`}
            items={actsOf(saved)}
            onSelect={(chosen) => act(saved, chosen)}
            tabIndex={-1}
            className="mini row-acts"
          >
            <Icon shape={more} />
          </Menu>
        </>
      )
    },
  }
}

/** The next run, the frequency, and whether the last run failed. */
function Mailed({ mailed: { frequency, next_run_at: next, last_result: last } }: { readonly mailed: NonNullable<SavedReport['mailed']> }) {
  const { i18n } = useLingui()
  const often = i18n._(frequencyWords[frequency])
  return (
    <span className="cell-lines">
      <span>{next ? <DateTimeText moment={next} zone={ownZone()} /> : <Trans>Paused</Trans>}</span>
      <small>{last === 'failed' ? <Trans>{often} (last run failed)</Trans> : often}</small>
    </span>
  )
}

/** Schedule columns of mailed reports. */
function useMailColumns(): readonly Column[] {
  const { t, i18n } = useLingui()
  return [
    {
      key: 'next_run_at',
      header: t`Next run`,
      kind: 'text',
      width: 200,
      isSortable: true,
      value: ({ mailed }) => mailed?.next_run_at ?? null,
      render: ({ mailed }) => mailed && (mailed.next_run_at ? <DateTimeText moment={mailed.next_run_at} zone={ownZone()} /> : t`Paused`),
    },
    {
      key: 'frequency',
      header: t`Frequency`,
      kind: 'text',
      width: 160,
      value: ({ mailed }) => mailed?.frequency ?? null,
      render: ({ mailed }) => mailed && i18n._(frequencyWords[mailed.frequency]),
    },
    {
      key: 'last_result',
      header: t`Last run`,
      kind: 'text',
      width: 200,
      value: ({ mailed }) => mailed?.last_result ?? null,
      render: ({ mailed }) => mailed && (mailed.last_result ? i18n._(resultWords[mailed.last_result]) : t`Not sent yet.`),
    },
  ]
}

/** Columns of the saved-report lists; mailed reports show their schedule instead of visibility and dates. */
export function useSavedColumns(act: Act, isOfMails: boolean): readonly Column[] {
  const { t, i18n } = useLingui()
  const name = useNameColumn(act, isOfMails)
  const mails = useMailColumns()
  const options = visibilities.map((value) => ({ value, label: i18n._(visibilityWords[value]) }))
  const owner: Column = {
    key: 'owner',
    header: t`Owner`,
    kind: 'text',
    width: 170,
    isSortable: true,
    filter: { kind: 'contains' },
    value: (saved) => saved.owner,
    render: (saved) => (saved.is_own ? t`You` : saved.owner),
  }
  if (isOfMails) return [name, ...mails, owner]
  return [
    name,
    {
      key: 'visibility',
      header: t`Visibility`,
      kind: 'text',
      width: 150,
      isSortable: true,
      filter: { kind: 'one-of', options },
      value: ({ visibility }) => visibility,
      render: ({ visibility }) => i18n._(visibilityWords[visibility]),
    },
    owner,
    {
      key: 'next_run_at',
      header: t`Scheduled`,
      kind: 'text',
      width: 220,
      isSortable: true,
      value: ({ mailed }) => mailed?.next_run_at ?? null,
      render: ({ mailed }) => mailed && <Mailed mailed={mailed} />,
    },
    {
      key: 'changed_at',
      header: t`Changed`,
      kind: 'text',
      width: 160,
      isSortable: true,
      value: ({ changed_at }) => changed_at,
      render: ({ changed_at }) => <RelativeTime moment={changed_at} zone={ownZone()} />,
    },
  ]
}
