import { useLingui } from '@lingui/react'
import { Suspense } from 'react'
import { load as screenWords } from 'words:campaigns.screens'
import type declaration from '../../../elements/ad-campaigns.ts'
import type { SurfaceProps } from '../../../elements/define.ts'
import { usePath } from '../../kit/path.ts'
import { Words } from '../../kit/words.tsx'
import { Screens } from '../../parts/screens.tsx'
import { Whose } from '../../parts/whose.tsx'
import { wear } from '../../ui/sheet.ts'
import { Loading } from '../../ui/states.tsx'
import css from './campaigns.css'
import { CampaignsProvider } from './parts/campaigns.ts'
import { ListGround } from './parts/list/ground.tsx'
import { routes } from './routes.ts'
import List from './screens/index.tsx'

wear(css)

export type CampaignsProps = SurfaceProps<typeof declaration>

/** The screens that one goes on to, with words of their own. */
function Further() {
  const { i18n } = useLingui()
  return (
    <Suspense fallback={<Loading height={320} />}>
      <Words load={screenWords} locale={i18n.locale}>
        <Screens routes={routes} />
      </Words>
    </Suspense>
  )
}

/** Campaigns of a client or of one advertiser. Without a path it is the list, which comes with it. */
export default function Campaigns(props: CampaignsProps) {
  const { pathname } = usePath()
  return (
    <Whose asked={props}>
      <CampaignsProvider value={props}>
        <ListGround>
          <div className="campaigns">{pathname === '' ? <List /> : <Further />}</div>
        </ListGround>
      </CampaignsProvider>
    </Whose>
  )
}
