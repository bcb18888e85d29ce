import { Trans, useLingui } from '@lingui/react/macro'
import { diffWordsWithSpace } from 'diff'
import { useMemo } from 'react'
import { insertionOrders, type OrderVersion } from '../../../contract/insertion-orders/insertion-orders.ts'
import { useRead } from '../../../kit/cache.tsx'
import { usePath } from '../../../kit/path.ts'
import { ResourceError } from '../../../parts/resource/resource.tsx'
import { CopyButton } from '../../../ui/badge/copy-button.tsx'
import { Tag } from '../../../ui/badge/tag.tsx'
import { type KeyValue, KeyValues } from '../../../ui/badge/key-values.tsx'
import { DateTimeText } from '../../../ui/format/date-text.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { LoadingSkeleton } from '../../../ui/states.tsx'
import { Table, type TableRow } from '../../../ui/table/table.tsx'
import { useOrder } from '../context.tsx'
import { pathOf } from '../order-path.ts'
import { changedLines, changedTerms, lineFieldLabel, type ValueChange } from './terms.ts'

/** Two unrelated texts take long to compare. After this time, they are shown one after the other. */
const maxDiffMs = 300

interface Compared {
  readonly before: OrderVersion
  readonly after: OrderVersion
}

/** The added and removed words of the legal text. */
function LegalTextDiff({ before, after }: Compared) {
  const parts = useMemo(() => {
    const whole = [
      { value: before.legal_text, removed: true, added: false },
      { value: after.legal_text, removed: false, added: true },
    ]
    return diffWordsWithSpace(before.legal_text, after.legal_text, { timeout: maxDiffMs }) ?? whole
  }, [before, after])
  return (
    <p className="order-redline" lang={after.locale} dir="auto">
      {parts.map(({ value, added, removed }, index) => {
        const Part = added ? 'ins' : removed ? 'del' : 'span'
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of two texts do not change
        return <Part key={index}>{value}</Part>
      })}
    </p>
  )
}

/** What changes from one version to the other, with the effect on money. */
function Comparison({ before, after }: Compared) {
  const { t, i18n } = useLingui()
  const order = useOrder()
  const terms = changedTerms(before.terms, after.terms, order, i18n)
  const lines = changedLines(before.terms.lines, after.terms.lines, order, i18n)
  const isTextChanged = before.legal_text !== after.legal_text
  const [older, newer] = [before.version_id, after.version_id]
  const rowOf = (id: string, label: string, { before: from, after: to, effect = '' }: Omit<ValueChange, 'field' | 'label'>): TableRow => ({
    id,
    cells: [
      <span key="label" className="order-name">
        {label}
      </span>,
      <span key="before" className="order-name">
        {from}
      </span>,
      <span key="after" className="order-name">
        {to}
      </span>,
      effect,
    ],
  })
  const rows = [
    ...terms.map((change) => rowOf(change.field, change.label, change)),
    ...lines.flatMap((line) =>
      line.fields.map((change) => rowOf(`${line.lineId} ${change.field}`, lineFieldLabel(line, change.label, i18n), change)),
    ),
  ]
  const columns = [
    { id: 'term', label: t`Term`, isNumber: false },
    { id: 'before', label: t`Version ${older}`, isNumber: false },
    { id: 'after', label: t`Version ${newer}`, isNumber: false },
    { id: 'effect', label: t`Effect`, isNumber: true },
  ]
  const caption = t`Changes from version ${older} to version ${newer}`
  return (
    <>
      <h3>{caption}</h3>
      {rows.length > 0 && <Table caption={caption} columns={columns} rows={rows} />}
      {isTextChanged && (
        <>
          <h3>
            <Trans>Legal text</Trans>
          </h3>
          <LegalTextDiff before={before} after={after} />
        </>
      )}
      {rows.length === 0 && !isTextChanged && (
        <p className="quiet">
          <Trans>The terms, the lines and the legal text are the same.</Trans>
        </p>
      )}
    </>
  )
}

/** Compares a version with the one in force; the proposed one by default, else the one before. */
function CompareWithCurrent({ versions }: { readonly versions: readonly OrderVersion[] }) {
  const { t } = useLingui()
  const { version_id, proposed_version_id } = useOrder()
  const { query, setQuery } = usePath()
  const chosenId = query.has('version') ? Number(query.get('version')) : proposed_version_id
  const current = versions.find((version) => version.version_id === version_id)
  const others = useMemo(() => versions.filter((version) => version.version_id !== version_id), [versions, version_id])
  const options = useMemo(() => others.map(({ version_id: id }) => ({ id, label: t`Version ${id}` })), [others, t])
  const other = others.find(({ version_id: id }) => id === chosenId) ?? others[0]
  if (!current || !other) return null
  const [before, after] = other.version_id < current.version_id ? [other, current] : [current, other]
  return (
    <section className="detail-part" aria-label={t`Comparison`}>
      <div className="order-select">
        <Select
          label={t`Compare with version ${current.version_id}`}
          options={options}
          value={options.find(({ id }) => id === other.version_id) ?? null}
          noClear
          onChange={(option) => setQuery({ version: option ? String(option.id) : undefined })}
        />
      </div>
      <Comparison before={before} after={after} />
    </section>
  )
}

function VersionDetails({ version }: { readonly version: OrderVersion }) {
  const { t } = useLingui()
  const { status, version_id, proposed_version_id, time_zone, advertiser_name } = useOrder()
  const { version_id: id, author, hash, approvals } = version
  const sides = { client: t`Client`, advertiser: advertiser_name ?? t`Advertiser` }
  const at = (moment: string) => <DateTimeText moment={moment} zone={time_zone} />
  const state =
    id === proposed_version_id
      ? t`Proposed`
      : version.replaced_at
        ? t`Replaced`
        : id === version_id && status === 'approved'
          ? t`In force`
          : ''
  const moments = [
    { id: 'created', label: t`Created`, moment: version.created_at },
    { id: 'submitted', label: t`Submitted`, moment: version.submitted_at },
    { id: 'in_force', label: t`In force since`, moment: version.approved_at },
    { id: 'replaced', label: t`Replaced`, moment: version.replaced_at },
  ]
  const items: KeyValue[] = [
    { id: 'author', label: t`Author`, value: author?.name },
    ...moments.flatMap(({ moment, ...item }) => (moment === null ? [] : [{ ...item, value: at(moment) }])),
    ...approvals.map(({ side, user, user_id, name, at: moment, address }) => ({
      id: `approval ${user_id}`,
      label: t`Approved for ${sides[side]}`,
      value: (
        <>
          <Trans>
            {name ?? user}, {at(moment)}
          </Trans>
          {address !== null && ` · ${address}`}
        </>
      ),
    })),
    {
      id: 'hash',
      label: t`Hash`,
      value: (
        <span className="row">
          <code className="order-hash">{hash}</code>
          <CopyButton text={hash} label={t`Copy the hash of version ${id}`} />
        </span>
      ),
    },
  ]
  return (
    <section className="detail-part" aria-label={t`Version ${id}`}>
      <div className="row">
        <h3>{t`Version ${id}`}</h3>
        {state && <Tag text={state} />}
      </div>
      <div className="order-narrow">
        <KeyValues items={items} />
      </div>
    </section>
  )
}

/** Versions tab: what changes, and who approved which version when. */
export function Versions() {
  const order = useOrder()
  const { data, error, mutate } = useRead(insertionOrders.versions, { path: pathOf(order) })
  if (error && !data)
    return <ResourceError problem={error} brokenHeading={<Trans>Couldn’t load the versions</Trans>} onRetry={() => void mutate()} />
  if (!data) return <LoadingSkeleton height={240} />
  const versions = data.versions.toSorted((a, b) => b.version_id - a.version_id)
  return (
    <div className="detail-tab">
      <CompareWithCurrent versions={versions} />
      {versions.map((version) => (
        <VersionDetails key={version.version_id} version={version} />
      ))}
    </div>
  )
}
