import './brand.css'

// Without its fonts, which are half of its size: the font of the system is used.
export { default } from 'vitepress/theme-without-fonts'
