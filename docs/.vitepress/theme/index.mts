import { type Theme, useRoute } from "vitepress";
import theme from "vitepress/theme-without-fonts";
import { nextTick, onMounted, watch } from "vue";
import { correctSearchBox } from "./search-box.mjs";
import "./style.css";

/** VitePress marks the main part of most pages, but not of the home page and of "nothing here". */
function markMainPart(): void {
  const content = document.querySelector("#VPContent");
  if (!content) return;
  if (content.querySelector("main")) content.removeAttribute("role");
  else content.setAttribute("role", "main");
}

export default {
  extends: theme,
  setup() {
    const route = useRoute();
    onMounted(() => {
      markMainPart();
      correctSearchBox();
    });
    watch(
      () => route.path,
      () => void nextTick(markMainPart),
    );
  },
} satisfies Theme;
