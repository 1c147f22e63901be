import { Compass, TriangleAlert } from 'lucide-react'
import { BASE } from '../base-path.ts'
import { Button } from '../components/button.tsx'
import { Empty } from '../components/query-view.tsx'
import { useWords } from '../i18n/i18n.ts'

/** For addresses that lead nowhere. */
export function Missing() {
  const { say } = useWords()
  const home = (
    <a className="btn main" href={`${BASE}/`}>
      {say('problem.home')}
    </a>
  )
  return (
    <Empty icon={Compass} title={say('problem.missing')} isPage actions={home}>
      {say('problem.missing_text')}
    </Empty>
  )
}

/** For a fault of ours, or a part of the console that could not be loaded. */
export function Crashed() {
  const { say } = useWords()
  const again = (
    <Button look="main" onClick={() => window.location.reload()}>
      {say('problem.reload')}
    </Button>
  )
  return (
    <Empty icon={TriangleAlert} title={say('problem.crashed')} isPage actions={again}>
      {say('problem.crashed_text')}
    </Empty>
  )
}
