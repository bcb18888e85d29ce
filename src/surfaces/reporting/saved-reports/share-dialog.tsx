import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import {
  reportShares,
  shareDays,
  type CreatedShare,
  type ReportShare,
  type SavedReport,
} from '../../../contract/saved-reports/saved-reports.ts'
import { useRead } from '../../../kit/cache.tsx'
import { type ElementContext, useElementContext } from '../../../kit/host/element-context.tsx'
import { useAttempt, useMutate } from '../../../kit/mutate.ts'
import { problemText } from '../../../kit/problem.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { CopyButton } from '../../../ui/badge/copy-button.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { ErrorState, LoadingSkeleton } from '../../../ui/states.tsx'
import { DateTimeText } from '../../../ui/format/date-text.tsx'
import { useReporting } from '../context.tsx'
import { ownZone } from '../../../parts/time/own-zone.ts'
import { reportData } from './mutations.ts'
import type { Infer } from 'superstruct'
import { linkTo } from '../../../parts/navigation/copy-link.tsx'

/** URL of a share link: a page of the host if the host set a link base, otherwise the platform's console. */
export function sharedAddress(
  element: Pick<ElementContext, 'linkBase'>,
  { path }: Infer<typeof CreatedShare>,
  apiBase: string,
  pageUrl: string,
): string {
  const inside = /\/(saved_reports\/.*)$/.exec(path)?.[1]
  if (element.linkBase && inside) return linkTo(element, inside, pageUrl)
  return new URL(path, new URL(apiBase, pageUrl)).href
}

interface ShareDialogProps {
  readonly saved: SavedReport
  readonly onClose: () => void
}

/** A new link. The platform returns its token only once. */
interface NewShareLink {
  readonly address: string
  readonly isCopied: boolean
}

const dayChoices = [shareDays.min, 7, 30, shareDays.max]
const usualDays = 30

/** Copies text. Returns false if the page forbids it or has no clipboard (no HTTPS). */
const copied = (text: string) =>
  (navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('No clipboard'))).then(
    () => true,
    () => false,
  )

/** Creates a share link and copies it, because the link cannot be read again later. */
function useCreateShareLink({ saved_report_id: savedReportId }: SavedReport) {
  const { t } = useLingui()
  const { apiBase } = useRuntime()
  const { mutate, showError } = useMutate()
  const { emit } = useReporting()
  const element = useElementContext()
  const { isPending, attempt } = useAttempt()
  const [newLink, setNewLink] = useState<NewShareLink>()
  async function show(share: Infer<typeof CreatedShare>) {
    const address = sharedAddress(element, share, apiBase, location.href)
    const isCopied = await copied(address)
    setNewLink({ address, isCopied })
    if (isCopied) element.notify({ id: 'link-copied', kind: 'success', title: t`Link copied to clipboard` })
  }
  function make(days: number) {
    const created = mutate(
      reportShares.create,
      { path: { savedReportId }, body: { days } },
      { stale: reportData, event: () => emit('ad-report-shared', { saved_report_id: savedReportId }) },
    )
    return attempt(created.then(show, showError(t`Couldn’t create the link`)))
  }
  return { make, isBusy: isPending, made: newLink }
}

function selectInput(field: HTMLElement | null) {
  field?.focus()
  if (field instanceof HTMLInputElement) field.select()
}

/** A new link, selected, so that one key copies it. */
function NewLink({ address, isCopied }: NewShareLink) {
  const { t } = useLingui()
  const heading = isCopied ? t`Copy this link now. You won’t see it again.` : t`Link created. Copy it from here, because copying failed.`
  return (
    <Callout kind={isCopied ? 'success' : 'warning'} heading={heading} isAnnounced>
      <div className="share-link">
        <TextField key={address} label={t`Link`} controlRef={selectInput} isReadonly value={address} onChange={() => undefined} />
        <CopyButton text={address} label={t`Copy link`} />
      </div>
    </Callout>
  )
}

/** An active link: creator, expiry, number of openings, and a revoke button. */
function ShareLine({ share, onRevoke }: { readonly share: ReportShare; readonly onRevoke: () => void }) {
  const zone = ownZone()
  const { created_by: maker, expires_at: expires, openings } = share
  return (
    <li className="share-line">
      <span className="grow">
        <Trans>
          Created by {maker}, expires <DateTimeText moment={expires} zone={zone} />
        </Trans>
        <small className="quiet">
          {' '}
          <Plural value={openings} _0="never opened" one="opened once" other="opened # times" />
        </small>
      </span>
      <Button onPress={onRevoke}>
        <Trans>Revoke</Trans>
      </Button>
    </li>
  )
}

/** The report's active links. */
function Shares({ saved: { saved_report_id: savedReportId } }: Pick<ShareDialogProps, 'saved'>) {
  const { t, i18n } = useLingui()
  const { mutate, showError } = useMutate()
  const { data, error, mutate: reload } = useRead(reportShares.list, { path: { savedReportId } })
  async function revoke({ report_share_id: reportShareId }: ReportShare) {
    const notice = { title: t`Link revoked`, text: t`The link no longer opens the report.` }
    const revoked = mutate(reportShares.revoke, { path: { savedReportId, reportShareId } }, { stale: reportData, ...notice })
    await revoked.catch(showError(t`Couldn’t revoke the link`))
  }
  if (error)
    return (
      <ErrorState
        heading={<Trans>Couldn’t load the links</Trans>}
        reason={problemText(error, i18n)}
        requestId={error.requestId}
        onRetry={() => void reload()}
      />
    )
  if (!data) return <LoadingSkeleton height={80} />
  if (data.shares.length === 0)
    return (
      <p className="quiet">
        <Trans>No links yet.</Trans>
      </p>
    )
  return (
    <ul className="shares" aria-label={t`Active links`}>
      {data.shares.map((share) => (
        <ShareLine key={share.report_share_id} share={share} onRevoke={() => void revoke(share)} />
      ))}
    </ul>
  )
}

/** Share links of a report. A link requires sign-in, shows only data its reader may see, and expires. */
export default function ShareDialog({ saved, onClose }: ShareDialogProps) {
  const { t } = useLingui()
  const [days, setDays] = useState(usualDays)
  const { make, isBusy, made } = useCreateShareLink(saved)
  const options = dayChoices.map((id) => ({ id, label: id === 1 ? t`1 day` : t`${id} days` }))
  return (
    <Modal
      heading={<Trans>Share {saved.name}</Trans>}
      note={<Trans>People sign in to open the link and see only data they have access to.</Trans>}
      isBusy={isBusy}
      onClose={onClose}
      actions={
        made
          ? [{ does: 'continue', label: <Trans>Done</Trans>, onPress: onClose }]
          : [
              { does: 'exit', label: <Trans>Close</Trans>, onPress: onClose },
              { does: 'continue', label: <Trans>Create link</Trans>, onPress: () => void make(days) },
            ]
      }
    >
      <div className="shares">
        {made ? (
          <NewLink {...made} />
        ) : (
          <Select
            label={t`Expires after`}
            isRequired
            options={options}
            value={options.find(({ id }) => id === days) ?? null}
            onChange={(chosen) => chosen && setDays(Number(chosen.id))}
          />
        )}
        <Shares saved={saved} />
      </div>
    </Modal>
  )
}
