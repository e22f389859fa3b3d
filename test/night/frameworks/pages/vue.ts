import { createApp } from "vue";
import Questions from "../../../../examples/src/vue/Questions.vue";
import { openLab } from "./lab.js";

openLab((inbox, place) => createApp(Questions, { inbox }).mount(place));
