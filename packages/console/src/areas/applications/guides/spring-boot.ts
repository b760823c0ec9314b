import { bash, type Guide, snippet, step } from './guide.ts';

export const guide: Guide = {
  redirectUri: 'http://localhost:8080/login/oauth2/code/gatehouse',
  signOutUri: 'http://localhost:8080/',
  startUrl: 'http://localhost:8080/oauth2/authorization/gatehouse',
  steps: ({ issuer, appId, secret, redirectUri, signOutUri }) => [
    step(
      'install',
      snippet(
        'xml',
        'pom.xml',
        `<dependency>
  <groupId>org.springframework.boot</groupId>
  <artifactId>spring-boot-starter-webmvc</artifactId>
</dependency>
<dependency>
  <groupId>org.springframework.boot</groupId>
  <artifactId>spring-boot-starter-security-oauth2-client</artifactId>
</dependency>
`,
      ),
    ),
    step(
      'configure',
      snippet(
        'yaml',
        'src/main/resources/application.yml',
        `spring:
  security:
    oauth2:
      client:
        registration:
          gatehouse:
            client-id: ${appId}
            client-secret: \${OIDC_CLIENT_SECRET}
            redirect-uri: ${redirectUri}
            authorization-grant-type: authorization_code
            scope: [openid, profile, email]
        provider:
          gatehouse:
            issuer-uri: ${issuer}
`,
      ),
      snippet(
        'java',
        'src/main/java/com/example/SecurityConfig.java',
        `package com.example;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.oauth2.client.oidc.authentication.OidcIdTokenDecoderFactory;
import org.springframework.security.oauth2.client.oidc.web.logout.OidcClientInitiatedLogoutSuccessHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.web.SecurityFilterChain;

@Configuration
class SecurityConfig {
    @Bean
    SecurityFilterChain security(HttpSecurity http, ClientRegistrationRepository clients) throws Exception {
        var signOut = new OidcClientInitiatedLogoutSuccessHandler(clients);
        signOut.setPostLogoutRedirectUri("${signOutUri}");
        return http
            .authorizeHttpRequests(requests -> requests.requestMatchers("/").permitAll().anyRequest().authenticated())
            .oauth2Login(Customizer.withDefaults())
            .logout(logout -> logout.logoutSuccessHandler(signOut))
            .build();
    }

    /** ID tokens are signed with ES256. Spring expects RS256 by default. */
    @Bean
    OidcIdTokenDecoderFactory idTokenDecoderFactory() {
        var factory = new OidcIdTokenDecoderFactory();
        factory.setJwsAlgorithmResolver(client -> SignatureAlgorithm.ES256);
        return factory;
    }
}
`,
      ),
    ),
    step(
      'user',
      snippet(
        'java',
        'src/main/java/com/example/ProfileController.java',
        `package com.example;

import java.util.Map;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class ProfileController {
    /** Users sign in at /oauth2/authorization/gatehouse and sign out at /logout. */
    @GetMapping("/")
    Map<String, Object> home(@AuthenticationPrincipal OidcUser user) {
        return user == null ? Map.of() : user.getClaims();
    }
}
`,
      ),
    ),
    step('run', bash(`OIDC_CLIENT_SECRET=${secret} ./mvnw spring-boot:run`)),
  ],
};
