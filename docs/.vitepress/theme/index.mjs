// Without its fonts, which are half of its size: the font of the system is used.
import Theme from 'vitepress/theme-without-fonts'
import './brand.css'

export default Theme
