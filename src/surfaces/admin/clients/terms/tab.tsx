import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { clientTerms, type TermsOverview } from '../../../../contract/clients/client-terms.ts'
import { useRead } from '../../../../kit/cache.tsx'
import { DetailHeader, DetailPage } from '../../../../parts/resource/detail.tsx'
import { ResourceGate } from '../../../../parts/resource/resource.tsx'
import { useScope } from '../../../../parts/scope/scope.tsx'
import { ownZone } from '../../../../parts/time/own-zone.ts'
import { Button } from '../../../../ui/button.tsx'
import { DateTimeText } from '../../../../ui/format/date-text.tsx'
import { lazyIdle, retryImport } from '../../../../ui/lazy-idle.ts'
import { EmptyState, LoadingSkeleton, NoPermission } from '../../../../ui/states.tsx'
import { useAdmin } from '../../context.tsx'
import { FixedNote, useFixed } from '../../frame/fixed-note.tsx'
import { ScrollRegion } from '../../frame/scroll-region.tsx'
import { languageName } from './words.ts'

const ResetDialog = lazyIdle(() => import('./reset-dialog.tsx'))
const History = lazy(() => retryImport(() => import('./history.tsx'), 1))

type TermsRow = TermsOverview['terms'][number]

interface TableProps {
  readonly rows: readonly TermsRow[]
  readonly onChange: (row: TermsRow) => void
}

function TermsTable({ rows, onChange }: TableProps) {
  const { t, i18n } = useLingui()
  const { isFixed } = useFixed({ permissions: ['terms.reset'] })
  return (
    <ScrollRegion label={t`Terms by language`}>
      <table className="admin-table">
        <caption>
          <Trans>Terms by language</Trans>
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Language</Trans>
            </th>
            <th scope="col">
              <Trans>Text</Trans>
            </th>
            <th scope="col">
              <Trans>Version</Trans>
            </th>
            <th scope="col">
              <Trans>Published</Trans>
            </th>
            {!isFixed && (
              <th scope="col">
                <Trans>Actions</Trans>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const name = languageName(row.code, i18n)
            return (
              <tr key={row.locale_id}>
                <th scope="row">{name}</th>
                <td>
                  <a className="link" href={row.terms_conditions_url} target="_blank" rel="noreferrer">
                    {row.terms_conditions_url}
                  </a>
                </td>
                <td>{row.version}</td>
                <td>
                  <DateTimeText moment={row.last_modified} zone={ownZone()} />
                </td>
                {!isFixed && (
                  <td>
                    <Button label={t`Publish again: ${name}`} onPress={() => onChange(row)}>
                      <Trans>Publish again</Trans>
                    </Button>
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function TermsPage({ overview }: { readonly overview: TermsOverview }) {
  const { t } = useLingui()
  const { isReadonly } = useAdmin()
  const { mayNot } = useFixed({ permissions: ['terms.reset'] })
  /** The language that the dialog changes; null for a new one. */
  const [changed, setChanged] = useState<TermsRow | null>()
  const { terms: rows, accepted } = overview
  const isComplete = overview.languages.length === rows.length
  const add = (
    <Button
      kind="primary"
      disabledBecause={mayNot ?? (isComplete ? t`Every language has terms` : undefined)}
      onPress={() => setChanged(null)}
    >
      <Trans>Add language</Trans>
    </Button>
  )
  return (
    <>
      <DetailHeader
        name={
          <h2>
            <Trans>Terms</Trans>
          </h2>
        }
        actions={!isReadonly && rows.length > 0 && add}
      >
        <p className="quiet">
          {t`${plural(accepted, { one: '# user has accepted the current terms.', other: '# users have accepted the current terms.' })}`}{' '}
          <Trans>Internal staff does not need to.</Trans>
        </p>
      </DetailHeader>
      <FixedNote mayNot={mayNot} />
      {rows.length === 0 ? (
        <EmptyState
          heading={<Trans>No terms yet</Trans>}
          text={<Trans>Users accept the terms after they sign in, once there are some.</Trans>}
        >
          {!isReadonly && add}
        </EmptyState>
      ) : (
        <TermsTable rows={rows} onChange={setChanged} />
      )}
      <section className="detail-part" aria-labelledby="terms-history">
        <h3 id="terms-history">
          <Trans>History</Trans>
        </h3>
        <Suspense fallback={<LoadingSkeleton height={160} />}>
          <History />
        </Suspense>
      </section>
      {changed !== undefined && (
        <Suspense>
          <ResetDialog overview={overview} row={changed} onClose={() => setChanged(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/** The terms that users of a client accept, by language. */
export default function TermsTab() {
  const { clientId: memberGroupId } = useScope()
  const refused = <NoPermission text={<Trans>Ask your account administrator for access to the terms.</Trans>} />
  return (
    <DetailPage>
      <ResourceGate
        read={useRead(clientTerms.overview, { path: { memberGroupId } })}
        brokenHeading={<Trans>Couldn’t load the terms</Trans>}
        refused={refused}
        missing={refused}
      >
        {(overview) => <TermsPage overview={overview} />}
      </ResourceGate>
    </DetailPage>
  )
}
