import { BuilderScreen } from '../parts/builder-screen.tsx'

/** The builder that begins with a goal. */
export default function BuilderV2() {
  return <BuilderScreen flow="v2" />
}
