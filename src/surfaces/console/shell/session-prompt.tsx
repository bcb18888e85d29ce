import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { sessionTimes } from '../../../kit/session/times.ts'
import { hasStoredForm } from '../../../kit/session/stored-forms.ts'
import type { ConsoleSession } from '../../../kit/session/console-session.ts'
import { currentUrl } from '../../../kit/session/return-route.ts'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { signInTexts } from '../../../parts/account/sign-in-texts.ts'
import type { ConsoleState } from '../../../kit/session/console-state.ts'

/** The session state, updated on changes. */
export const useConsoleState = (session: ConsoleSession): ConsoleState => useSyncExternalStore(session.onState, () => session.state)

/** Whole seconds until a time. */
function useSecondsTo(endsAt: number) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((endsAt - now) / 1000))
}

/** Screen readers hear the countdown at the start and near the end, not every second. */
const isAnnounced = (seconds: number) => seconds > 55 || seconds === 30 || seconds === 10

function Prompt({ session, endsAt }: { readonly session: ConsoleSession; readonly endsAt: number }) {
  const { t } = useLingui()
  const [isBusy, setBusy] = useState(false)
  const seconds = useSecondsTo(endsAt)
  const [announced, setAnnounced] = useState(seconds)
  if (isAnnounced(seconds) && announced !== seconds && announced - seconds > 5) setAnnounced(seconds)
  const extend = () => {
    setBusy(true)
    void session.extend().finally(() => setBusy(false))
  }
  return (
    <Modal
      heading={<Trans>Are you still there?</Trans>}
      note={<Trans>Your entries are safe if you stay signed in.</Trans>}
      size="sm"
      requiresChoice
      isBusy={isBusy}
      onClose={() => undefined}
      actions={[
        { does: 'exit', label: t`Sign out`, onPress: () => void session.signOut('person') },
        { does: 'continue', label: t`Stay signed in`, onPress: extend },
      ]}
    >
      <p aria-hidden="true" data-seconds={seconds}>
        <Trans>You’ll be signed out in {seconds} seconds.</Trans>
      </p>
      <p role="timer" aria-live="assertive" className="unseen">
        <Trans>You’ll be signed out in {announced} seconds.</Trans>
      </p>
    </Modal>
  )
}

/** Long enough to read after the page has loaded. */
const keptMs = 10_000

/** Shows notices about the session: the sign-out warning, provider errors, restored form input. */
function useSessionNotices(state: ConsoleState) {
  const { notify } = useElementContext()
  const { t, i18n } = useLingui()
  const code = state.kind === 'failed' ? state.code : undefined
  const isLeaving = state.kind === 'signing-out'
  const isActive = state.kind === 'active'
  useEffect(() => {
    if (isLeaving)
      notify({
        id: 'signing-out',
        kind: 'warning',
        title: t`Signing Out`,
        text: t`Taking you to the sign-in page.`,
        durationMs: sessionTimes.logoutWarningMs,
      })
  }, [isLeaving, notify, t])
  useEffect(() => {
    if (code !== 'provider_down' && code !== 'no_client') return
    const { title, text } = signInTexts[code]
    notify({ id: code, kind: 'error', title: i18n._(title), text: i18n._(text) })
  }, [code, notify, i18n])
  useEffect(() => {
    if (isActive && hasStoredForm(currentUrl()))
      notify({
        id: 'kept-form',
        kind: 'info',
        title: t`Your entries are saved`,
        text: t`Open the form again to restore it.`,
        durationMs: keptMs,
      })
  }, [isActive, notify, t])
}

/** Session notices, and the inactivity prompt as a dialog above the current screen. */
export function SessionPrompt({ session }: { readonly session: ConsoleSession }) {
  const state = useConsoleState(session)
  useSessionNotices(state)
  return state.kind === 'prompt' ? <Prompt session={session} endsAt={state.endsAt} /> : null
}
