import { useLingui } from '@lingui/react'
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'
import { type ComponentType, lazy, memo, Suspense, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { type Guest, GuestProvider, useGuest } from '../../src/kit/host/guest.tsx'
import { type Leaving, usePassedPath } from '../../src/kit/host/leave.ts'
import { createNoticeBox, type NoticeBox } from '../../src/kit/host/notice-box.ts'
import { blockerTitle, Problem, problemText } from '../../src/kit/problem.ts'
import { type Runtime, RuntimeProvider } from '../../src/kit/runtime.tsx'
import { Words } from '../../src/kit/words.tsx'
import { loadFont } from '../../src/ui/theme/font.ts'
import { renewFailedParts } from '../../src/ui/lazy-idle.ts'
import { leave } from './prefetch.ts'
import { BrokenElement, Unworded } from './broken-element.tsx'
import type { Declaration, Skeleton } from './define.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Notices } from './notices.tsx'
import { drawSkeleton } from './skeleton.ts'
import type { LoadWords } from '../../src/kit/word-store.ts'

/** Long enough to read it, and to find the blocker. */
const blockedMs = 10_000

/** What the class tells the tree inside it. */
export interface RootProps {
  readonly declaration: Declaration
  readonly load: LoadWords
  /** The surface, when it had come before there was anything to draw. */
  readonly Loaded?: ComponentType<Record<string, unknown>> | undefined
  readonly container: ShadowRoot
  readonly runtime: Runtime
  /** Tells two runtimes of one element apart. */
  readonly identity: number
  /** Grows when the host asks for fresh data. */
  readonly revision: number
  readonly language: string
  readonly emit: (type: string, detail: unknown) => boolean
  readonly ask: (type: string, detail: unknown) => Promise<boolean>
  readonly navigate: (path: string, title?: string) => void
  /** Who inside is asked before the person leaves. */
  readonly leaving: Leaving
  readonly own: Readonly<Record<string, unknown>>
  readonly path?: string | undefined
  readonly linkBase?: string | undefined
  readonly inherit?: boolean | undefined
}

const Waiting = ({ kind }: { kind: Skeleton }) => (
  <div
    ref={(node) => {
      if (node) drawSkeleton(node, kind)
    }}
  />
)

/** Asks everything again when the host says so. */
function Refresher({ revision, runtime: { answers } }: Pick<RootProps, 'revision' | 'runtime'>) {
  useEffect(() => {
    if (revision > 0) answers.refresh()
  }, [revision, answers])
  return null
}

/** What the loader drew before React came; React leaves what it finds in a shadow root. */
function useOwnGround(container: ShadowRoot) {
  useLayoutEffect(() => {
    for (const child of [...container.children].filter(({ className }) => className === 'waiting')) child.remove()
  }, [container])
}

/** The surface has asked what it asks first: what it did not take of the questions that were begun in its name is nobody's. */
const Ready = ({ emit, container }: Pick<RootProps, 'emit' | 'container'>) => {
  useEffect(() => {
    leave(container.host)
    emit('ad-ready', {})
  }, [emit, container])
  return null
}

/** Our own letters come after the first paint, and only where the page does not lend its own. */
function Letters({ runtime, inherit }: Pick<RootProps, 'runtime' | 'inherit'>) {
  useEffect(() => {
    if (!inherit) void loadFont(inter, (error) => runtime.telemetry.report(error, 'font'))
  }, [inherit, runtime])
  return null
}

/** Several elements may be blocked at once; one of them says it for all. */
function Blocked({ runtime }: Pick<RootProps, 'runtime'>) {
  const { notify } = useGuest()
  const { i18n } = useLingui()
  useEffect(() => {
    const tell = (problem: Problem) =>
      notify({ kind: 'error', title: i18n._(blockerTitle), text: problemText(problem, i18n), durationMs: blockedMs })
    return runtime.onBlocked(tell)
  }, [runtime, notify, i18n])
  return null
}

const detailOf = (error: unknown) => {
  if (error instanceof Problem)
    return { code: error.code, retryable: error.retryable, ...(error.requestId && { request_id: error.requestId }) }
  const isLoading = error instanceof TypeError && /import|module|fetch/i.test(error.message)
  return { code: isLoading ? 'load_failed' : 'crashed', retryable: true }
}

const notifier =
  (box: NoticeBox, ask: RootProps['ask']): Guest['notify'] =>
  (notice) => {
    if (!box.isNew(notice)) return
    // A host cannot do what belongs to the element, so such a notice is never its own.
    if (notice.act) return box.put(notice)
    const { kind, title, text = '', id, durationMs: duration } = notice
    void ask('ad-notice', { kind, title, text, ...(id && { id }), ...(duration && { duration }) }).then(
      (isOurs) => isOurs && box.put(notice),
    )
  }

function useGuestOf(tag: string, props: RootProps, box: NoticeBox): Guest {
  const { container, language, linkBase = '', inherit = false, revision, emit, ask, leaving } = props
  const { path, navigate } = usePassedPath(props.path ?? '', props.navigate, leaving)
  return useMemo(
    () => ({
      tag,
      locale: language,
      linkBase,
      isInheriting: inherit,
      root: container,
      path,
      revision,
      leaving,
      emit,
      ask,
      navigate,
      notify: notifier(box, ask),
    }),
    [tag, language, linkBase, inherit, container, path, revision, leaving, emit, ask, navigate, box],
  )
}

/** The tree of one tag: runtime, words, the place it waits in, the boundary, and the surface. */
export function ElementRoot(props: RootProps) {
  const { declaration, load, runtime, identity, revision, language, emit, own } = props
  const { tag, skeleton } = declaration
  useOwnGround(props.container)
  const [attempt, setAttempt] = useState(0)
  const [box] = useState(createNoticeBox)
  // A new path passes twice through here, and all that a surface learns of it comes by its guest.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry loads anew what failed
  const Surface = useMemo(() => memo(props.Loaded ?? lazy(declaration.surface)), [declaration, attempt])
  const guest = useGuestOf(tag, props, box)
  const boundary = {
    madeOf: [language, props.path, props.linkBase, ...Object.values(own)],
    onRetry: () => {
      runtime.answers.forget()
      renewFailedParts()
      setAttempt(attempt + 1)
    },
    onError: (error: unknown) => {
      runtime.telemetry.report(error, tag)
      emit('ad-error', detailOf(error))
    },
  }
  return (
    <RuntimeProvider key={identity} runtime={runtime}>
      <GuestProvider value={guest}>
        <div className="island">
          <ErrorBoundary {...boundary} fallback={(error, retry) => <Unworded error={error} retry={retry} />}>
            <Suspense fallback={<Waiting kind={skeleton} />}>
              <Words load={load} locale={language}>
                <ErrorBoundary {...boundary} fallback={(error, retry) => <BrokenElement error={error} retry={retry} />}>
                  <Surface {...own} emit={emit} />
                  <Ready emit={emit} container={props.container} />
                  <Letters runtime={runtime} inherit={props.inherit} />
                </ErrorBoundary>
                <Blocked runtime={runtime} />
                <Notices box={box} root={props.container} />
              </Words>
            </Suspense>
          </ErrorBoundary>
          <Refresher revision={revision} runtime={runtime} />
        </div>
      </GuestProvider>
    </RuntimeProvider>
  )
}
